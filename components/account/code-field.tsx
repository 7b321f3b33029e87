import type { DataAttributes } from '#components/ui/field-id.ts';
import { TextField } from '#components/ui/text-field.tsx';

type Props = {
  name: string;
  label?: string;
  hint?: string;
  error?: string | undefined;
  data?: DataAttributes;
};

const inputProps = {
  autoComplete: 'one-time-code',
  autoCapitalize: 'characters',
  spellCheck: false,
} as const;

export function CodeField({ name, error, data = {} }: Props) {
  const hint = 'Da lo mismo si usas mayúsculas o minúsculas.';
  return (
    <TextField
      {...{ ...inputProps, name, hint, error, data }}
      label="Código"
      width="short"
      inputMode="text"
    />
  );
}

export function FactorCodeField({ name, label = 'Código de tu app', hint, error }: Props) {
  return <TextField {...{ ...inputProps, name, label, hint, error }} width="medium" />;
}
