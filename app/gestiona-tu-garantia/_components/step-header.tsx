import { listPageDrafts } from '#app/_lib/page-draft.ts';
import { readPageQuery } from '#app/_lib/page-query.ts';
import { readBidDeadline, wantedGuarantees } from '#app/gestiona-tu-garantia/_lib/bid-deadline.ts';
import type { StepState, WizardPageProps } from '#app/gestiona-tu-garantia/_lib/step-state.ts';
import { BackButton, BackLink } from '#components/ui/back-link.tsx';
import { ErrorSummary } from '#components/ui/error-summary.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { StepProgress } from '#components/ui/step-progress.tsx';
import { ClosingSoon } from '#components/wizard/closing-soon.tsx';
import { LostDraft } from '#components/wizard/lost-draft.tsx';
import { STEP_FORM } from '#components/wizard/step-form.tsx';
import { TenderOver } from '#components/wizard/tender-notice.tsx';
import { previousPage, type WizardPage, wizardProgress } from '#lib/domain/drafts/rules.ts';
import type { DraftAnswers } from '#lib/domain/drafts/schema.ts';
import { steps } from '#lib/domain/drafts/steps.ts';
import { describeDraft, wizardPath } from '#lib/domain/drafts/view.ts';
import { guaranteeTypeCopy } from '#lib/domain/requests/submissions/copy.ts';
import { hasBidBond } from '#lib/domain/requests/submissions/rules.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { now } from '#lib/platform/process/clock.ts';
import { pathWithQuery } from '#lib/platform/web/path-with-query.ts';

type Props = { state: StepState; pageProps: WizardPageProps };

/** Shows the progress, the draft and what the person should know before they answer. */
export async function StepHeader(props: Props) {
  const { lost, query } = props.state;
  const { problem } = await readPageQuery({ searchParams: Promise.resolve(query) });
  return (
    <>
      <Progress {...props} />
      <DraftInfo {...props} />
      <LostDraft reason={lost ?? query.aviso} isKept={lost === null} />
      {problem && (
        <div className="mb-6">
          <Notice tone="danger" role="alert" title="No pudimos continuar">
            <p>{problem.message}</p>
          </Notice>
        </div>
      )}
      <ErrorSummary errors={props.pageProps.errors} />
      <Closing {...props.pageProps} />
    </>
  );
}

function Progress({ state: { answers, page } }: Props) {
  const pageBefore: WizardPage | null = page.isChange
    ? { step: 'revisar' }
    : previousPage(answers, page);
  return (
    <StepProgress
      {...wizardProgress(answers, page)}
      back={
        pageBefore && steps[page.step].fields.length > 0 ? (
          <BackButton form={STEP_FORM} />
        ) : (
          <BackLink
            href={
              pageBefore
                ? wizardPath({ ...page, g: undefined, isChange: false, ...pageBefore })
                : entryPath(answers, page)
            }
          />
        )
      }
    />
  );
}

/** Returns the page that led to the first one: the search of a tender, the calculator or home. */
function entryPath({ values, calculation }: DraftAnswers, { step }: WizardPage): string {
  const { sistemaLicitacion, idLicitacion: q } = values;
  return q && sistemaLicitacion === 'chilecompra' && step !== 'tipo'
    ? pathWithQuery('/licitaciones', { q })
    : calculation
      ? `/experto?${calculation}#respuesta`
      : '/';
}

/** Shows which draft was resumed, or is open among several, and the type that a link chose. */
async function DraftInfo({ state: { draft, answers, page }, pageProps: { tender } }: Props) {
  const showsDraft = draft && (answers.isResumed || (await listPageDrafts()).length > 1);
  const { chosenType, garantias } = answers;
  return (
    <>
      {showsDraft && (
        <p className="mb-4 text-sm wrap-anywhere text-ink-soft">
          Tu borrador: {Object.values(describeDraft(answers, tender)).filter(Boolean).join(' · ')}
        </p>
      )}
      {chosenType && garantias.length === 0 && page.step !== 'garantia-tipo' && (
        <p className="mb-4 text-sm text-ink-soft">
          Garantía que elegiste: {guaranteeTypeCopy[chosenType].label}
        </p>
      )}
    </>
  );
}

async function Closing({ page, answers, tender }: WizardPageProps) {
  const { answered } = answers;
  const { company } = getEnv();
  const { lateText } = await readBidDeadline({ answers, tender });
  // The page after the question for the tender shows in full that it takes no offers.
  const isLater = !['tipo', 'licitacion', 'institucion'].includes(page.step);
  return (
    <>
      {isLater && hasBidBond(wantedGuarantees(answers)) && (
        <TenderOver {...{ tender, page }} isBrief />
      )}
      {/* The review shows this warning beside its send button. */}
      {!(lateText && page.step === 'revisar') && (
        <ClosingSoon
          tender={tender}
          contact={company}
          now={now()}
          // The warning is brief after the first page that shows it. That is the page after the
          // question for the tender or, if a link named the tender, the very first page.
          isBrief={answered.length > 0 && page.step !== 'institucion'}
          lateText={lateText}
        />
      )}
    </>
  );
}
