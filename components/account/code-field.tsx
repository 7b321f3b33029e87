import { TextField } from '#components/ui/text-field.tsx';

type Props = { name?: string; error?: string | undefined };

export function CodeField({ name = 'code', error }: Props) {
  return (
    <TextField
      name={name}
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
