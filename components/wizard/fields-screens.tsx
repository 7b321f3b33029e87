import { Notice } from '#components/ui/notice.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import type { ScreenProps } from '#components/wizard/screen.ts';
import { StepFields } from '#components/wizard/step-field.tsx';
import { StepForm } from '#components/wizard/step-form.tsx';
import { TenderNotice } from '#components/wizard/tender-notice.tsx';
import { steps } from '#lib/domain/drafts/steps.ts';
import { codeProblems } from '#lib/domain/marketplace/copy.ts';
import { parseTenderId } from '#lib/domain/marketplace/rules.ts';

/** A choice alone asks the question itself. */
export function FieldsScreen(props: ScreenProps) {
  const { question, lead, fields } = steps[props.place.step];
  const asksItself = fields.some((field) => field.kind === 'choice' && !field.label);
  return (
    <>
      {!asksItself && <PageHeading lead={lead}>{question}</PageHeading>}
      <StepForm place={props.place}>
        <StepFields {...props} />
      </StepForm>
    </>
  );
}

export function BuyerScreen(props: ScreenProps) {
  const { question, lead } = steps[props.place.step];
  return (
    <>
      <PageHeading lead={lead}>{question}</PageHeading>
      <TenderNotice tender={props.tender} asked={props.lookUps} />
      <StepForm place={props.place}>
        <StepFields {...props} />
      </StepForm>
    </>
  );
}

export function ContractTypeScreen({ openedFor, values, ...props }: ScreenProps) {
  return (
    <StepForm place={props.place}>
      {openedFor && (
        <>
          <input type="hidden" name="licitacion" value={openedFor} />
          <OpenedFor id={openedFor} />
        </>
      )}
      <StepFields
        {...props}
        values={openedFor ? { sistemaLicitacion: 'chilecompra', ...values } : values}
      />
    </StepForm>
  );
}

function OpenedFor({ id }: { id: string }) {
  const parsed = parseTenderId(id);
  if (parsed.ok) {
    return (
      <Notice>
        <p>Tu solicitud será para la licitación {id}.</p>
      </Notice>
    );
  }
  return (
    <Notice tone="warning" title={`Revisa el ID ${id}`}>
      <p>{codeProblems[parsed.problem]} Más adelante puedes cambiarlo.</p>
    </Notice>
  );
}
