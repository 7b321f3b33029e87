import { CodeField } from '#components/account/code-field.tsx';
import { PasswordField } from '#components/forms/password-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';

type Props = {
  email: string;
  hasPassword: boolean;
  sent: string;
  values: Record<string, string>;
  errors: Record<string, string>;
};

/** Proved by the password or, for accounts of Google, by a mailed code. */
export function DeleteAccountForm({ email, hasPassword, sent, values, errors }: Props) {
  return (
    <>
      {!hasPassword && (
        <form
          method="post"
          action="/f/panel/eliminar-cuenta/codigo"
          data-once=""
          className="mb-8 grid justify-items-start gap-3"
        >
          <p>Como ingresas con Google, confirma con un código que te enviamos a {email}.</p>
          <Button variant="secondary">Enviarme el código</Button>
        </form>
      )}
      <form
        method="post"
        action="/f/panel/eliminar-cuenta/confirmar"
        data-once=""
        noValidate
        className="grid gap-6"
      >
        {hasPassword ? (
          <>
            <input type="text" hidden readOnly autoComplete="username" value={email} />
            <PasswordField
              name="password"
              label="Contraseña"
              error={errors.password}
              autoComplete="current-password"
            />
          </>
        ) : (
          <CodeField error={errors.code} />
        )}
        {sent && (
          <Checkbox
            name="sent"
            value="erase"
            defaultChecked={values.sent === 'erase'}
            label={`Borrar también lo que envié: ${sent}`}
            hint="Con sus archivos. Lo que esté en trámite deja de gestionarse."
          />
        )}
        <div className="flex flex-wrap gap-3">
          <Button variant="danger" wide>
            Eliminar mi cuenta
          </Button>
        </div>
      </form>
    </>
  );
}
