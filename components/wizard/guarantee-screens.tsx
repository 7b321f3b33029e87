import { Notice } from '#components/ui/notice.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { LawHint } from '#components/wizard/law-hint.tsx';
import type { ScreenProps } from '#components/wizard/screen.ts';
import { StepField } from '#components/wizard/step-field.tsx';
import { StepForm } from '#components/wizard/step-form.tsx';
import { Suggestions } from '#components/wizard/suggestions.tsx';
import { stepCopy } from '#lib/domain/drafts/copy.ts';
import { currencyCopy, guaranteeTypeCopy } from '#lib/domain/guarantees/copy.ts';
import { currencies, guaranteeTypes } from '#lib/domain/guarantees/schema.ts';

export function GuaranteeTypeScreen(props: ScreenProps) {
  const { place, tender } = props;
  const suggestions = place.g === undefined ? (tender?.suggestions ?? []) : [];
  return (
    <>
      {suggestions.length > 0 && (
        <>
          <PageHeading>{stepCopy['garantia-tipo'].question}</PageHeading>
          <Suggestions suggestions={suggestions} className="mb-10" />
        </>
      )}
      <TypeForm {...props} again={suggestions.length > 0} />
      {tender && <LawHint type={tender.type} />}
    </>
  );
}

function TypeForm({ place, values, errors, again }: ScreenProps & { again: boolean }) {
  return (
    <StepForm place={place}>
      <RadioGroup
        name="tipoGarantia"
        legend={again ? 'O elige tú el tipo' : stepCopy['garantia-tipo'].question}
        legendAsHeading={!again}
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

export function AmountScreen({ place, answers, values, errors, tender }: ScreenProps) {
  const { question, lead, fields } = stepCopy['garantia-monto'];
  const item = answers.garantias.find(({ id }) => id === place.g);
  return (
    <>
      <PageHeading lead={lead}>{question}</PageHeading>
      {item?.page?.amount && (
        <div className="mb-6">
          <Notice title={`La ficha pide ${item.page.amount}`}>
            <p>Las bases dicen sobre qué se calcula. Escribe aquí el monto que resulte.</p>
          </Notice>
        </div>
      )}
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
      {tender && item?.tipoGarantia && <LawHint type={tender.type} about={item.tipoGarantia} />}
    </>
  );
}
