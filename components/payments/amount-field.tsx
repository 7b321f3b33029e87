import { TextField } from '#components/ui/text-field.tsx';

type Props = { value: string | undefined; error: string | undefined };

export function AmountField({ value, error }: Props) {
  return (
    <TextField
      name="monto"
      label="Monto en pesos"
      hint="Desde $ 500. Por ejemplo, 45.000."
      prefix="$"
      inputMode="numeric"
      autoComplete="off"
      width="medium"
      maxLength={30}
      defaultValue={value}
      error={error}
      data={{ 'data-check': 'amount' }}
    />
  );
}
