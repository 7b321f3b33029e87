import { AmountTextField } from '#components/fields/amount-text-field.tsx';
import { Button } from '#components/ui/button.tsx';

type Props = {
  /** Path of the page on which the refund is confirmed. */
  action: string;
  left: string;
  typed: string | undefined;
  error: string | undefined;
};

export function RefundForm({ action, left, typed, error }: Props) {
  return (
    <form method="get" action={action} noValidate className="grid gap-5">
      <AmountTextField
        name="amount"
        label="Monto a devolver"
        hint={`Hasta $ ${left}. En el paso siguiente lo confirmas.`}
        prefix="$"
        inputMode="numeric"
        width="medium"
        defaultValue={typed ?? left}
        error={error}
      />
      <div>
        <Button variant="secondary" wide>
          Revisar la devolución
        </Button>
      </div>
    </form>
  );
}
