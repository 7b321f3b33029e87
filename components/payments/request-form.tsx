import { AmountField } from '#components/payments/amount-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { TextField } from '#components/ui/text-field.tsx';

type Props = {
  values: Record<string, string>;
  errors: Record<string, string>;
  /** Of the page that the form is on. */
  query?: string;
  /** The amount of one that may still be paid. */
  open?: string | undefined;
};

const choices = [
  { value: 'replace', label: 'Reemplazarlo por este', hint: 'Su enlace deja de servir.' },
  { value: 'keep', label: 'Pedir los dos', hint: 'Quedan dos pagos por hacer.' },
];

/** "Pedir pago": for /admin/pagos and for a lead's page (`lead` among the values). */
export function RequestForm({ values, errors, query = '', open }: Props) {
  return (
    <form
      method="post"
      action={`/f/admin/pagos/pedir${query}`}
      data-once=""
      noValidate
      className="grid gap-6"
    >
      {open && (
        <RadioGroup
          name="open"
          legend={`Ya hay uno de ${open}`}
          options={choices}
          defaultValue={values.open}
          error={errors.open}
        />
      )}
      {values.lead && <input type="hidden" name="lead" value={values.lead} />}
      <AmountField value={values.monto} error={errors.monto} />
      <TextField
        name="detalle"
        label="Concepto"
        hint="Lo lee quien paga. Por ejemplo, comisión de la garantía de la solicitud 128."
        autoComplete="off"
        maxLength={200}
        defaultValue={values.detalle}
        error={errors.detalle}
      />
      <TextField
        name="correo"
        label="Correo de quien paga"
        type="email"
        autoComplete="off"
        defaultValue={values.correo}
        error={errors.correo}
        data={{ 'data-check': 'email' }}
      />
      <div>
        <Button wide>Pedir pago</Button>
      </div>
    </form>
  );
}
