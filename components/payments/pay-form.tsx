import { AmountField } from '#components/payments/amount-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/text-field.tsx';

type Props = { values: Record<string, string>; errors: Record<string, string> };

export function PayForm({ values, errors }: Props) {
  return (
    <form method="post" action="/f/pagar/crear" data-once="" noValidate className="grid gap-6">
      <AmountField value={values.monto} error={errors.monto} />
      <TextField
        name="detalle"
        label="Concepto"
        hint="Por ejemplo, la comisión de tu garantía o el número de tu solicitud."
        autoComplete="off"
        maxLength={200}
        defaultValue={values.detalle}
        error={errors.detalle}
      />
      <div>
        <Button wide>Continuar a Webpay</Button>
        <p className="mt-3 text-sm text-ink-soft">
          Pagas en la página de Transbank, con débito, crédito o prepago. Nosotros no vemos los
          datos de tu tarjeta.
        </p>
      </div>
    </form>
  );
}
