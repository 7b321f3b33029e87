import { PasswordField } from '#components/forms/password-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';

type Props = { email: string; hasPassword: boolean; errors: Record<string, string> };

export function PasswordSection({ email, hasPassword, errors }: Props) {
  if (!hasPassword) {
    return (
      <Card id="contrasena" title="Contraseña">
        <p>
          Ingresas con Google y no tienes contraseña. Si prefieres una,{' '}
          <a href={`/recuperar?${new URLSearchParams({ email })}`}>pide un enlace para crearla</a>.
        </p>
      </Card>
    );
  }
  return (
    <Card id="contrasena" title="Contraseña">
      <p className="mb-5">Al cambiarla se cierran tus sesiones en otros dispositivos.</p>
      <form
        method="post"
        action="/f/panel/perfil/contrasena"
        data-once=""
        noValidate
        className="grid gap-6"
      >
        <input type="text" hidden readOnly autoComplete="username" value={email} />
        <PasswordField
          name="current"
          label="Contraseña actual"
          error={errors.current}
          autoComplete="current-password"
        />
        <PasswordField
          name="password"
          label="Contraseña nueva"
          hint="8 caracteres o más."
          error={errors.password}
          autoComplete="new-password"
        />
        <div>
          <Button wide variant="secondary">
            Cambiar contraseña
          </Button>
        </div>
      </form>
    </Card>
  );
}
