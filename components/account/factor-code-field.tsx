import { TextField } from '#components/ui/text-field.tsx';

type Props = { hint?: string; error?: string | undefined };

export function FactorCodeField({ hint, error }: Props) {
  return (
    <TextField
      name="code"
      label="Código de tu app"
      hint={hint}
      width="medium"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      error={error}
    />
  );
}
