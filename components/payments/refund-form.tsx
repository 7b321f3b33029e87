import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/text-field.tsx';

type Props = {
  action: string;
  /** New with the page: a second click on it is the same refund. */
  refundKey: string;
  left: string;
  values: Record<string, string>;
  errors: Record<string, string>;
};

export function RefundForm({ action, refundKey, left, values, errors }: Props) {
  return (
    <form method="post" action={action} data-once="" noValidate className="grid gap-5">
      <input type="hidden" name="clave" value={refundKey} />
      <TextField
        name="amount"
        label="Monto a devolver"
        hint={`Hasta $ ${left}. Vuelve a la tarjeta y no se puede deshacer.`}
        prefix="$"
        inputMode="numeric"
        autoComplete="off"
        width="medium"
        defaultValue={values.amount ?? left}
        error={errors.amount}
        data={{ 'data-check': 'amount' }}
      />
      <div>
        <Button variant="danger" wide>
          Devolver
        </Button>
      </div>
    </form>
  );
}
