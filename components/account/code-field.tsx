import { TextField } from '#components/ui/text-field.tsx';

export function CodeField({ error }: { error?: string | undefined }) {
  return (
    <TextField
      name="code"
      label="Código"
      hint="Da lo mismo si usas mayúsculas o minúsculas."
      width="short"
      autoComplete="one-time-code"
      inputMode="text"
      autoCapitalize="characters"
      spellCheck={false}
      error={error}
    />
  );
}
