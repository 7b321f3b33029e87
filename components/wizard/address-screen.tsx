import { PageHeading } from '#components/ui/page-heading.tsx';
import { SelectField } from '#components/ui/select-field.tsx';
import type { ScreenProps } from '#components/wizard/screen.ts';
import { StepField } from '#components/wizard/step-field.tsx';
import { StepForm } from '#components/wizard/step-form.tsx';
import { stepCopy } from '#lib/domain/drafts/copy.ts';
import { regions } from '#lib/domain/territory/rules.ts';

const options = (names: readonly { nombre: string }[]) =>
  names.map(({ nombre }) => ({ value: nombre, label: nombre }));

/** Comunas are grouped by region, so it works as it is; the enhancer leaves only those of the region. */
export function AddressScreen({ place, values, errors }: ScreenProps) {
  const { question, fields } = stepCopy[place.step];
  const owner = place.step === 'direccion' ? 'EmpresaOferente' : 'EmpresaContratista';
  const [region, comuna] = [`region${owner}`, `comuna${owner}`];
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
        <SelectField
          name={region}
          label="Región"
          optional
          options={options(regions)}
          defaultValue={values[region]}
          error={errors[region]}
          data={{ 'data-decides': comuna }}
        />
        <SelectField
          name={comuna}
          label="Comuna"
          optional
          groups={regions.map((r) => ({ label: r.nombre, options: options(r.comunas) }))}
          defaultValue={values[comuna]}
          error={errors[comuna]}
        />
      </StepForm>
    </>
  );
}
