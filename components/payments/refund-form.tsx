import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/text-field.tsx';

type Props = {
  /** The page that repeats the refund and asks. */
  action: string;
  left: string;
  typed: string | undefined;
  error: string | undefined;
};

export function RefundForm({ action, left, typed, error }: Props) {
  return (
    <form method="get" action={action} noValidate className="grid gap-5">
      <TextField
        name="amount"
        label="Monto a devolver"
        hint={`Hasta $ ${left}. En el paso siguiente lo confirmas.`}
        prefix="$"
        inputMode="numeric"
        autoComplete="off"
        width="medium"
        defaultValue={typed ?? left}
        error={error}
        data={{ 'data-check': 'amount' }}
      />
      <div>
        <Button variant="secondary" wide>
          Revisar la devolución
        </Button>
      </div>
    </form>
  );
}
