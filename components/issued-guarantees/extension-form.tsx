import { AmountTextField } from '#components/forms/amount-text-field.tsx';
import { formFields } from '#components/forms/form-fields.ts';
import { TypedDateField } from '#components/forms/typed-date-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { FileField } from '#components/ui/file-field.tsx';
import { Form } from '#components/ui/form.tsx';
import { EditorsOnly } from '#components/ui/holder-scope.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { issuedLabels } from '#lib/domain/issued-guarantees/copy.ts';
import type { extensionBody } from '#lib/domain/issued-guarantees/schema.ts';
import { currencies } from '#lib/domain/requests/submissions/schema.ts';

type Props = {
  action: string;
  values: Record<string, string>;
  errors: Record<string, string>;
  /** `YYYY-MM-DD` in Chile. */
  today: string;
  maxUploadMb: number;
  /** True if an earlier attempt uploaded the file. */
  isReceived: boolean;
};

const changeableFields = ['validFrom', 'claimUntil', 'issuerName', 'amount', 'currency'] as const;

/**
 * Asks for the new last day, the number and the file. Fields that rarely change are folded away.
 */
export function ExtensionForm({ action, values, errors, today, maxUploadMb, isReceived }: Props) {
  const field = formFields<typeof extensionBody>({ values, errors });
  return (
    <EditorsOnly>
      <Form action={action} encType="multipart/form-data" className="grid gap-5">
        {values.revisado && <input type="hidden" name="revisado" value={values.revisado} />}
        {values.comparado && <input type="hidden" name="comparado" value={values.comparado} />}
        {isReceived && (
          <Notice tone="success">
            <input type="hidden" name="subido" value={values.subido} />
            <p>Ya recibimos el archivo: no hace falta subirlo otra vez.</p>
          </Notice>
        )}
        <FileField
          name="file"
          label={isReceived ? 'Otro archivo en su lugar' : 'Archivo del endoso o documento nuevo'}
          optional
          types="PDF, JPG o PNG"
          accept=".pdf,.jpg,.jpeg,.png"
          maxUploadMb={maxUploadMb}
          error={errors.file}
        />
        <TypedDateField
          {...field('validTo')}
          label={issuedLabels.validTo}
          phrase="Rige hasta el"
          note={isReceived ? undefined : 'Si adjuntas un PDF, déjala vacía: la leemos ahí.'}
          today={today}
        />
        <TextField
          {...field('issuerNumber')}
          label="Número del endoso o documento nuevo"
          hint="Si conserva el número, déjalo vacío."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          optional
        />
        <details open={changeableFields.some((name) => errors[name])}>
          <summary className="w-fit cursor-pointer py-2 font-semibold text-brand">
            ¿Cambió el emisor, el monto o desde cuándo rige?
          </summary>
          <div className="grid gap-5 pt-3">
            <TextField
              {...field('issuerName')}
              label={issuedLabels.issuerName}
              autoComplete="off"
            />
            <AmountTextField {...field('amount')} label={issuedLabels.amount} />
            <RadioGroup
              {...field('currency')}
              legend={issuedLabels.currency}
              inline
              options={currencies.map((value) => ({ value, label: units[value] }))}
            />
            <TypedDateField
              {...field('validFrom')}
              label={issuedLabels.validFrom}
              phrase="Rige desde el"
              today={today}
            />
            <TypedDateField
              {...field('claimUntil')}
              label={issuedLabels.claimUntil}
              phrase="Se puede cobrar hasta el"
              today={today}
              optional
            />
          </div>
        </details>
        <div>
          <Button wide>Guardar el nuevo plazo</Button>
        </div>
      </Form>
    </EditorsOnly>
  );
}

const units = { pesos: 'Pesos', UF: 'UF', USD: 'USD' };
