import { EmailField } from '#components/account/email-field.tsx';
import { HolderFields } from '#components/account/holder-fields.tsx';
import { Captcha, type CaptchaProps } from '#components/forms/captcha.tsx';
import { Consent } from '#components/forms/consent.tsx';
import { formFields } from '#components/forms/form-fields.ts';
import { PasswordField } from '#components/forms/password-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import type { registrationForm } from '#lib/domain/accounts/schema.ts';

type Props = {
  values: Record<string, string>;
  errors: Record<string, string>;
  captcha: CaptchaProps | null;
  /** True for a person who was invited to a company and therefore enters no account holder. */
  isJoining?: boolean;
};

export function RegisterForm({ values, errors, captcha, isJoining = false }: Props) {
  const field = formFields<typeof registrationForm>({ values, errors });
  return (
    <Form
      action={isJoining ? '/register/unirse' : '/register/crear'}
      next={values.next}
      className="grid gap-6"
    >
      {!isJoining && <HolderFields values={values} errors={errors} />}
      <TextField
        {...field('name')}
        label="Tu nombre y apellido"
        hint={
          !isJoining && <span data-for="juridica">Quien va a usar la cuenta. Es opcional.</span>
        }
        autoComplete="name"
      />
      <EmailField hint="Te enviaremos un código para comprobar que es tuyo." {...field('email')} />
      <PasswordField
        {...field('password')}
        label="Contraseña"
        hint="8 caracteres o más, sin tu correo, tu RUT ni tu nombre. Una frase corta es fácil de recordar."
        autoComplete="new-password"
      />
      <Consent
        {...field('acepto')}
        use="mi cuenta y mis garantías"
        defaultChecked={values.acepto === 'true'}
      />
      {captcha && <Captcha {...captcha} />}
      <div>
        <Button wide>Crear cuenta</Button>
      </div>
    </Form>
  );
}
