import { EmailField } from '#components/account/email-field.tsx';
import { Captcha, type CaptchaProps } from '#components/forms/captcha.tsx';
import { Consent } from '#components/forms/consent.tsx';
import { PasswordField } from '#components/forms/password-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { roleCopy } from '#lib/domain/accounts/copy.ts';

type Props = {
  values: Record<string, string>;
  errors: Record<string, string>;
  captcha: CaptchaProps | null;
};

/** Style alone shows the fields of the choice (`data-for`), so that it works without scripts. */
export function RegisterForm({ values, errors, captcha }: Props) {
  return (
    <Form action="/f/register/crear" next={values.next} className="grid gap-6">
      <RadioGroup
        name="role"
        legend="¿A nombre de quién pides garantías?"
        options={[
          { value: 'juridica', label: roleCopy.juridica, hint: 'Una sociedad, EIRL o SpA.' },
          { value: 'natural', label: roleCopy.natural, hint: 'A tu nombre y con tu RUT.' },
        ]}
        defaultValue={values.role}
        error={errors.role}
      />
      <div data-for="juridica">
        <TextField
          name="razonSocial"
          label="Razón social"
          autoComplete="organization"
          defaultValue={values.razonSocial}
          error={errors.razonSocial}
        />
      </div>
      <TextField
        name="rut"
        label="RUT"
        hint={
          <>
            <span data-for="juridica">El de la empresa, por ejemplo 76.123.456-0.</span>
            <span data-for="natural">El tuyo, por ejemplo 12.345.678-5.</span>
          </>
        }
        width="medium"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        defaultValue={values.rut}
        error={errors.rut}
        data={{ 'data-check': 'rut' }}
      />
      <TextField
        name="name"
        label="Tu nombre y apellido"
        hint={<span data-for="juridica">Quien va a usar la cuenta. Es opcional.</span>}
        autoComplete="name"
        defaultValue={values.name}
        error={errors.name}
      />
      <EmailField
        hint="Te enviaremos un código para comprobar que es tuyo."
        value={values.email}
        error={errors.email}
      />
      <PasswordField
        name="password"
        label="Contraseña"
        hint="8 caracteres o más, sin tu correo, tu RUT ni tu nombre. Una frase corta es fácil de recordar."
        error={errors.password}
        autoComplete="new-password"
      />
      <Consent
        name="acepto"
        use="mi cuenta y mis garantías"
        defaultChecked={values.acepto === 'true'}
        error={errors.acepto}
      />
      {captcha && <Captcha {...captcha} />}
      <div>
        <Button wide>Crear cuenta</Button>
      </div>
    </Form>
  );
}
