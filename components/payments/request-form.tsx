import { LastEvent } from '#components/admin/lead/lead-watch.tsx';
import { EmailTextField } from '#components/forms/email-text-field.tsx';
import { formFields } from '#components/forms/form-fields.ts';
import { AmountField } from '#components/payments/amount-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { HiddenField } from '#components/ui/hidden-field.tsx';
import { InPlaceForm } from '#components/ui/in-place.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import type { PriorRequest } from '#lib/domain/payments/copy.ts';
import type { paymentRequestForm } from '#lib/domain/payments/schema.ts';

type Props = {
  values: Record<string, string>;
  errors: Record<string, string>;
  query?: string;
  priorRequest?: PriorRequest | null;
};

const choices = [
  { value: 'replace', label: 'Reemplazarlo por este', hint: 'Su enlace deja de servir.' },
  { value: 'keep', label: 'Pedir los dos', hint: 'Quedan dos pagos por hacer.' },
];
const keepChoices = [{ value: 'keep', label: 'Pedir otro pago', hint: 'Además del que ya hizo.' }];

/** Requests a payment, on /admin/pagos or on a lead's page (then `values` has `lead`). */
export function RequestForm({ values, errors, query = '', priorRequest }: Props) {
  const field = formFields<typeof paymentRequestForm>({ values, errors });
  return (
    <InPlaceForm
      action={`/admin/pagos/pedir${query}`}
      className={`grid gap-6 ${values.lead ? '' : 'items-start lg:grid-cols-3'}`}
    >
      {priorRequest && (
        <RadioGroup
          {...field('open')}
          legend={priorRequest.text}
          options={priorRequest.isOpen ? choices : keepChoices}
        />
      )}
      {values.lead && (
        <>
          <HiddenField<typeof paymentRequestForm> name="lead" value={values.lead} />
          <LastEvent />
        </>
      )}
      <AmountField {...field('monto')} />
      <TextField
        {...field('detalle')}
        label="Concepto"
        hint="Lo lee quien paga."
        autoComplete="off"
        maxLength={200}
      />
      <EmailTextField
        {...field('correo')}
        label="Correo de quien paga"
        hint="Le llega el enlace de pago."
        autoComplete="off"
      />
      <div className="col-span-full">
        <Button wide>Pedir pago</Button>
      </div>
    </InPlaceForm>
  );
}
