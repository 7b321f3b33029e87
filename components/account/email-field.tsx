import { TextField } from '#components/ui/text-field.tsx';

type Props = { value?: string; error?: string; hint?: string; label?: string };

/** The name that password managers keep an account under. */
export function EmailField({ value, error, hint, label = 'Correo' }: Props) {
  return (
    <TextField
      name="email"
      label={label}
      hint={hint}
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      defaultValue={value}
      error={error}
      data={{ 'data-check': 'email' }}
    />
  );
}
