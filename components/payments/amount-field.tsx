import { AmountTextField } from '#components/fields/amount-text-field.tsx';

type Props = { value: string | undefined; error: string | undefined };

export function AmountField({ value, error }: Props) {
  return (
    <AmountTextField
      name="monto"
      label="Monto en pesos"
      hint="Desde $ 500. Por ejemplo, 45.000."
      prefix="$"
      inputMode="numeric"
      width="medium"
      maxLength={30}
      defaultValue={value}
      error={error}
    />
  );
}
