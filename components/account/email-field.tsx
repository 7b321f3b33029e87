import { EmailTextField } from '#components/fields/email-text-field.tsx';

type Props = { value?: string; error?: string; hint?: string; label?: string };

/** `autoComplete="username"` lets password managers recognise the account. */
export function EmailField({ value, error, hint, label = 'Correo' }: Props) {
  return (
    <EmailTextField
      name="email"
      label={label}
      hint={hint}
      autoComplete="username"
      defaultValue={value}
      error={error}
    />
  );
}
