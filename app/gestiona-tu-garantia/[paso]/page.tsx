import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { after } from 'next/server';
import { ownDocuments } from '#app/_lib/own-documents.ts';
import { findPageDraft, findTenderDraft, listPageDrafts } from '#app/_lib/page-draft.ts';
import { pageCaptcha, readPageQuery } from '#app/_lib/page-query.ts';
import { findVisitor } from '#app/_lib/page-user.ts';
import { findSender } from '#app/gestiona-tu-garantia/_lib/sender.ts';
import { BackButton, BackLink } from '#components/ui/back-link.tsx';
import { ErrorSummary } from '#components/ui/error-summary.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { StepProgress } from '#components/ui/step-progress.tsx';
import { AskAdvisor, unsure } from '#components/wizard/ask-advisor.tsx';
import { ClosingSoon } from '#components/wizard/closing-soon.tsx';
import { LostDraft } from '#components/wizard/lost-draft.tsx';
import { PrefilledAnswers } from '#components/wizard/prefilled-answers.tsx';
import { screenOf } from '#components/wizard/screens.tsx';
import { STEP_FORM } from '#components/wizard/step-form.tsx';
import { findWizardValues } from '#lib/domain/accounts/holders.ts';
import { isElsewhere } from '#lib/domain/drafts/reads.ts';
import { openQuestions } from '#lib/domain/drafts/review-questions.ts';
import {
  answersFor,
  isAbout,
  isRefused,
  isUnsent,
  mayOpen,
  nextPlace,
  placeBefore,
  progressOf,
  type WizardPage,
} from '#lib/domain/drafts/rules.ts';
import {
  type DraftAnswers,
  guaranteeTypeFromInput,
  tenderIdFromInput,
} from '#lib/domain/drafts/schema.ts';
import { isFold, isStep, placeAt, steps } from '#lib/domain/drafts/steps.ts';
import { readDraftTender } from '#lib/domain/drafts/tender.ts';
import {
  asShown,
  draftName,
  itemCaption,
  laterPath,
  placePath,
  shownValues,
  valuesOfTender,
  WIZARD,
} from '#lib/domain/drafts/view.ts';
import { countPage } from '#lib/domain/drafts/writes/count-page.ts';
import { getShownPath } from '#lib/domain/links/reads.ts';
import { guaranteeTypeCopy } from '#lib/domain/requests/submissions/copy.ts';
import { lateIssue } from '#lib/domain/requests/submissions/rules.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { marketplaceConfigured } from '#lib/platform/mercado-publico/call.ts';
import { now } from '#lib/platform/process/clock.ts';
import { randomId } from '#lib/platform/security/ids.ts';

type Props = PageProps<'/gestiona-tu-garantia/[paso]'>;

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { draft, place, query } = await read({ params, searchParams });
  const failed = query.aviso && isRefused(draft?.attempt, place);
  const which = draft && itemCaption(draft.answers, place);
  const title = [steps[place.step].question, which].filter(Boolean).join(' ');
  return { title: `${failed ? 'Error: ' : ''}${title}` };
}

export default async function StepPage(props: Props) {
  const { draft, lost, place, query } = await read(props);
  if (draft?.submissionId) redirect(await getShownPath('receipt', draft.submissionId));
  const isOpened = place.licitacion ?? place.garantia;
  const answers = isOpened ? answersFor(place) : (draft?.answers ?? answersFor({}));
  if (!mayOpen(answers, place)) {
    redirect(placePath({ ...place, g: undefined, ...nextPlace(answers) }));
  }

  // Visits are counted until the page is answered. The header excludes programs.
  const comes = (await headers()).get('sec-fetch-mode') === 'navigate';
  if (comes && !query.aviso && !answers.answered.includes(place.step)) {
    after(() => countPage(place.step, answers.values.sistemaLicitacion));
  }

  const attempt = draft && isAbout(draft.attempt, place) ? draft.attempt : null;
  // Errors are shown right after a refusal. Typed values are also shown at later visits.
  const errors = (query.aviso && attempt?.errors) || {};
  const before = placeBefore(answers, place);
  const refusal = (await readPageQuery(props)).problem?.message;
  const Screen = screenOf(place.step);
  const tender = await readDraftTender(answers);
  const env = getEnv();
  const wanted =
    answers.garantias.length > 0
      ? answers.garantias
      : [{ tipoGarantia: answers.chosenType ?? ('seriedad' as const) }];
  const tenderValues = asShown(valuesOfTender(tender));
  const isOneOfMany = draft && (await listPageDrafts()).length > 1;
  return (
    <>
      <StepProgress
        {...progressOf(answers, place)}
        back={
          before && steps[place.step].fields.length > 0 ? (
            <BackButton form={STEP_FORM} />
          ) : (
            <BackLink href={before ? placePath({ ...place, g: undefined, ...before }) : '/'} />
          )
        }
      />
      {isOneOfMany && (
        <p className="mb-4 text-sm wrap-anywhere text-ink-soft">
          Tu borrador: {Object.values(draftName(answers, tender)).filter(Boolean).join(' · ')}
        </p>
      )}
      {answers.chosenType && answers.garantias.length === 0 && place.step !== 'garantia-tipo' && (
        <p className="mb-4 text-sm text-ink-soft">
          Garantía que elegiste: {guaranteeTypeCopy[answers.chosenType].label}
        </p>
      )}
      <LostDraft why={lost ?? query.aviso} isKept={lost === null} />
      {refusal && (
        <div className="mb-6">
          <Notice tone="danger" role="alert" title="No pudimos continuar">
            <p>{refusal}</p>
          </Notice>
        </div>
      )}
      <ErrorSummary errors={errors} />
      <ClosingSoon
        tender={tender}
        contact={env.about}
        now={now()}
        // The page after the one that asks for the tender shows it first, unless a link named the tender.
        isBrief={answers.answered.length > 0 && place.step !== 'institucion'}
        late={
          await lateIssue(wanted, { ...env.about, closesAt: tender?.facts?.closesAt, now: now() })
        }
      />
      <Screen
        place={place}
        answers={answers}
        values={{
          ...(await profileFor(answers, place)),
          ...(answers.answered.includes(place.step) ? {} : tenderValues),
          ...shownValues(answers, place),
          ...attempt?.values,
        }}
        errors={errors}
        questions={openQuestions(answers, { tender, uf: env.uf })}
        captcha={place.step === 'revisar' ? await pageCaptcha('submission') : null}
        sender={place.step === 'revisar' ? await findSender() : null}
        maxUploadMb={env.maxUploadBytes / 1024 / 1024}
        vaultDocuments={place.step === 'documentos' ? await ownDocuments() : []}
        today={isoDay(now())}
        tender={tender}
        tenderValues={tenderValues}
        canLookUp={marketplaceConfigured()}
        prices={env.examplePrices}
      />
      <PrefilledAnswers answers={answers} place={place} />
      <div
        className={`flex flex-wrap gap-x-6 text-sm ${place.step === 'revisar' ? 'mt-2' : 'mt-10 border-t border-line pt-4'}`}
      >
        {!unsure[place.step] && <AskAdvisor place={place} />}
        {draft && place.step !== 'tipo' && (
          <a href={laterPath(draft.id)} className="inline-block py-1">
            Seguir después o en otro dispositivo
          </a>
        )}
      </div>
    </>
  );
}

/** Returns values of the account's profile to prefill an unanswered page. */
async function profileFor(answers: DraftAnswers, at: WizardPage): Promise<Record<string, string>> {
  const user = answers.answered.includes(at.step) ? null : await findVisitor();
  return user ? findWizardValues(user) : {};
}

async function read({ params, searchParams }: Props) {
  const { paso } = await params;
  const query = await searchParams;
  if (isFold(paso)) redirect(placePath({ ...placeAt(paso), draft: `${query.borrador ?? ''}` }));
  if (!isStep(paso)) notFound();
  const opened = query.borrador ? undefined : tenderIdFromInput(query.licitacion);
  const { key, found } = opened
    ? await findTenderDraft(opened)
    : await findPageDraft(query.borrador);
  // A draft of another browser must not be replaced by one of this browser.
  if (query.borrador && !key) redirect(WIZARD);
  const isHeld = found && isUnsent(found);
  const licitacion = isHeld ? undefined : tenderIdFromInput(query.licitacion);
  const garantia = isHeld ? undefined : guaranteeTypeFromInput(query.garantia);
  // After sending, the first page begins a new request.
  const draft = found?.submissionId && (paso === 'tipo' || licitacion || garantia) ? null : found;
  const g = typeof query.g === 'string' ? query.g : undefined;
  const about = g && steps[paso].perGuarantee ? { g } : {};
  const own = draft ? { draft: draft.id } : { view: randomId() };
  const place: WizardPage = { step: paso, ...about, licitacion, garantia, ...own };
  const isGone = key !== null && !found;
  const lost = isGone ? ((await isElsewhere(key, now())) ? 'en-otro' : 'vencido') : null;
  return { draft, lost, place, query };
}
