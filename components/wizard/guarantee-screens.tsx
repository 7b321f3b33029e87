import { Notice } from '#components/ui/notice.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { LawHint } from '#components/wizard/law-hint.tsx';
import type { ScreenProps } from '#components/wizard/screen.ts';
import { StepFields } from '#components/wizard/step-field.tsx';
import { StepForm } from '#components/wizard/step-form.tsx';
import { Suggestions } from '#components/wizard/suggestions.tsx';
import { steps } from '#lib/domain/drafts/steps.ts';

export function GuaranteeTypeScreen(props: ScreenProps) {
  const { place, tender } = props;
  const suggestions = place.g === undefined ? (tender?.suggestions ?? []) : [];
  const suggested = suggestions.length > 0;
  return (
    <>
      {suggested && (
        <>
          <PageHeading>{steps[place.step].question}</PageHeading>
          <Suggestions suggestions={suggestions} className="mb-10" />
        </>
      )}
      <StepForm place={place}>
        <StepFields {...props} question={suggested ? 'O elige tú el tipo' : undefined} />
      </StepForm>
      {tender && <LawHint type={tender.type} />}
    </>
  );
}

export function AmountScreen(props: ScreenProps) {
  const { place, answers, tender } = props;
  const { question, lead } = steps[place.step];
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
        <StepFields {...props} />
      </StepForm>
      {tender && item?.tipoGarantia && <LawHint type={tender.type} about={item.tipoGarantia} />}
    </>
  );
}
