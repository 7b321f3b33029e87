import { TerritoryFields } from '#components/forms/territory-fields.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import type { ScreenProps } from '#components/wizard/screen.ts';
import { StepField } from '#components/wizard/step-field.tsx';
import { StepForm } from '#components/wizard/step-form.tsx';
import { stepCopy } from '#lib/domain/drafts/copy.ts';

export function AddressScreen({ place, values, errors }: ScreenProps) {
  const { question, fields } = stepCopy[place.step];
  const owner = place.step === 'direccion' ? 'EmpresaOferente' : 'EmpresaContratista';
  return (
    <>
      <PageHeading>{question}</PageHeading>
      <StepForm place={place}>
        {fields.map((field) => (
          <StepField
            key={field.name}
            field={field}
            value={values[field.name]}
            error={errors[field.name]}
          />
        ))}
        <TerritoryFields
          region={`region${owner}`}
          comuna={`comuna${owner}`}
          values={values}
          errors={errors}
        />
      </StepForm>
    </>
  );
}
