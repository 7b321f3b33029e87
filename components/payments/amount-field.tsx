import { AmountTextField } from '#components/forms/amount-text-field.tsx';

type Props = { name: string; defaultValue: string | undefined; error: string | undefined };

export function AmountField(props: Props) {
  return (
    <AmountTextField
      {...props}
      label="Monto en pesos"
      hint="Desde $ 500. Por ejemplo, 45.000."
      prefix="$"
      inputMode="numeric"
      width="medium"
      maxLength={30}
    />
  );
}
