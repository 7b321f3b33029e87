import { AmountTextField } from '#components/forms/amount-text-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';

type Props = {
  /** Path of the page that asks for confirmation. */
  action: string;
  maxText: string;
  typed: string | undefined;
  error: string | undefined;
};

export function RefundForm({ action, maxText, typed, error }: Props) {
  return (
    <Form method="get" action={action} className="grid gap-5">
      <AmountTextField
        name="amount"
        label="Monto a devolver"
        hint={`Hasta $ ${maxText}. En el paso siguiente lo confirmas.`}
        prefix="$"
        inputMode="numeric"
        width="medium"
        defaultValue={typed ?? maxText}
        error={error}
      />
      <div>
        <Button variant="secondary" wide>
          Revisar la devolución
        </Button>
      </div>
    </Form>
  );
}
