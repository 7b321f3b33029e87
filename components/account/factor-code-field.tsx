import { TextField } from '#components/ui/text-field.tsx';

type Props = { label?: string; hint?: string; error?: string | undefined };

export function FactorCodeField({ label = 'Código de tu app', hint, error }: Props) {
  return (
    <TextField
      name="code"
      label={label}
      hint={hint}
      width="medium"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      error={error}
    />
  );
}
