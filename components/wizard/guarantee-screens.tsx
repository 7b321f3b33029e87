import { PageHeading } from '#components/ui/page-heading.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import type { ScreenProps } from '#components/wizard/screen.ts';
import { StepField } from '#components/wizard/step-field.tsx';
import { StepForm } from '#components/wizard/step-form.tsx';
import { stepCopy } from '#lib/domain/drafts/copy.ts';
import { currencyCopy, guaranteeTypeCopy } from '#lib/domain/guarantees/copy.ts';
import { currencies, guaranteeTypes } from '#lib/domain/guarantees/schema.ts';

export function GuaranteeTypeScreen({ place, values, errors }: ScreenProps) {
  return (
    <StepForm place={place}>
      <RadioGroup
        name="tipoGarantia"
        legend={stepCopy['garantia-tipo'].question}
        legendAsHeading
        hint="Si necesitas varias, parte por una: después agregas las demás."
        options={guaranteeTypes.map((value) => ({
          value,
          label: guaranteeTypeCopy[value].label,
          hint: guaranteeTypeCopy[value].meaning,
        }))}
        defaultValue={values.tipoGarantia}
        error={errors.tipoGarantia}
      />
    </StepForm>
  );
}

export function AmountScreen({ place, values, errors }: ScreenProps) {
  const { question, lead, fields } = stepCopy['garantia-monto'];
  return (
    <>
      <PageHeading lead={lead}>{question}</PageHeading>
      <StepForm place={place}>
        <RadioGroup
          name="monedaGarantia"
          legend="Moneda"
          inline
          options={currencies.map((value) => ({ value, label: currencyCopy[value] }))}
          defaultValue={values.monedaGarantia ?? 'pesos'}
          error={errors.monedaGarantia}
        />
        {fields.map((field) => (
          <StepField
            key={field.name}
            field={field}
            value={values[field.name]}
            error={errors[field.name]}
          />
        ))}
      </StepForm>
    </>
  );
}
