import { notFound, redirect } from 'next/navigation';
import { findLostPageDraft, findPageDraft, listPageDrafts } from '#app/_lib/page-draft.ts';
import { findVisitor } from '#app/_lib/page-user.ts';
import { readWizardValues } from '#lib/domain/accounts/reads/holders.ts';
import {
  calculatedAmountValues,
  parseCalculatorSearchParams,
} from '#lib/domain/drafts/calculation.ts';
import { isResumedElsewhere } from '#lib/domain/drafts/reads.ts';
import {
  answersFromLink,
  isAttemptOf,
  isUnsent,
  type WizardPage,
} from '#lib/domain/drafts/rules.ts';
import {
  type DraftAnswers,
  guaranteeTypeFromInput,
  tenderIdFromInput,
  viewFromInput,
} from '#lib/domain/drafts/schema.ts';
import { isFold, isStep, steps, wizardPageOf } from '#lib/domain/drafts/steps.ts';
import { findDraftTender } from '#lib/domain/drafts/tender.ts';
import {
  type DraftTender,
  formatAnswers,
  shownValues,
  valuesOfTender,
  WIZARD,
  wizardPath,
} from '#lib/domain/drafts/view.ts';
import type { FieldErrors } from '#lib/platform/operations/errors.ts';
import { now } from '#lib/platform/process/clock.ts';
import { randomId } from '#lib/platform/security/ids.ts';

type Props = PageProps<'/gestiona-tu-garantia/[paso]'>;
type Query = Awaited<Props['searchParams']>;
export type StepState = Awaited<ReturnType<typeof findStepState>>;

/** Returns the draft and the page of a URL. Redirects if the URL names no page. */
export async function findStepState({ params, searchParams }: Props) {
  const { paso } = await params;
  const query = await searchParams;
  if (isFold(paso))
    redirect(wizardPath({ ...wizardPageOf(paso), draft: `${query.borrador ?? ''}` }));
  if (!isStep(paso)) notFound();
  const { key, found } = await findNamedDraft(query);
  const isUnsentDraft = found && isUnsent(found);
  const licitacion = isUnsentDraft ? undefined : tenderIdFromInput(query.licitacion);
  const garantia = isUnsentDraft ? undefined : guaranteeTypeFromInput(query.garantia);
  const calculo = isUnsentDraft ? undefined : parseCalculatorSearchParams(query.calculo);
  // After a request was sent, the first page begins another one.
  const isOpening = Boolean(licitacion || garantia || calculo);
  const draft = found?.submissionId && (paso === 'tipo' || isOpening) ? null : found;
  const g = typeof query.g === 'string' ? query.g : undefined;
  const itemQuery = g && steps[paso].perGuarantee ? { g } : {};
  const draftQuery = draft
    ? { draft: draft.id }
    : { view: viewFromInput(query.vista) ?? randomId() };
  const page: WizardPage = {
    step: paso,
    ...itemQuery,
    licitacion,
    garantia,
    calculo,
    ...(query.cambio && { isChange: true }),
    ...draftQuery,
  };
  const answers = draft && !isOpening ? draft.answers : answersFromLink(page);
  const isLost = key !== null && !found;
  const lost = isLost ? ((await isResumedElsewhere(key, now())) ? 'en-otro' : 'vencido') : null;
  return { draft, lost, page, answers, query };
}

/**
 * Returns the draft of a URL: the one that `borrador` names, or else the one that was begun for its
 * tender or in its view. A URL that names nothing leads to the list of drafts, if there are any.
 * `key` is also set if the draft no longer exists.
 */
async function findNamedDraft({ borrador, licitacion, garantia, vista }: Query) {
  if (borrador) {
    const namedDraft = await findPageDraft(borrador);
    // A draft that another browser has must not be replaced by one of this browser.
    return namedDraft.key ? namedDraft : redirect(WIZARD);
  }
  const tender = tenderIdFromInput(licitacion);
  const view = viewFromInput(vista);
  const drafts = await listPageDrafts();
  const unsentDraft = drafts.find(({ answers }) =>
    tender ? answers.values.idLicitacion === tender : view && answers.openedBy === view,
  );
  if (unsentDraft) return { key: unsentDraft.key, found: unsentDraft };
  if (tender) return { key: null, found: null };
  if (drafts.length > 0 && !view && !guaranteeTypeFromInput(garantia)) redirect(WIZARD);
  return { key: await findLostPageDraft(), found: null };
}

/** Returns name, e-mail and phone of another draft of this browser, as the page shows them. */
async function readContactOfBrowser(): Promise<Record<string, string>> {
  const otherDraft = (await listPageDrafts()).find(({ answers }) => answers.values.email);
  const names: string[] = steps.contacto.fields.map(({ name }) => name);
  const values = Object.entries(formatAnswers(otherDraft?.answers.values ?? {}));
  return Object.fromEntries(values.filter(([name]) => names.includes(name)));
}

/** The props of every page of the wizard. A page loads anything else itself. */
export type WizardPageProps = {
  page: WizardPage;
  answers: DraftAnswers;
  values: Record<string, string>;
  errors: FieldErrors;
  tender: DraftTender | null;
  /** Mercado Público's statements, by field and formatted as the field shows them. */
  tenderValues: Record<string, string>;
};

/** Returns the values of a page's fields: what was typed, answered, or is already known. */
export async function readPageProps({
  draft,
  page,
  answers,
  query,
}: StepState): Promise<WizardPageProps> {
  const attempt = draft && isAttemptOf(draft.attempt, page) ? draft.attempt : null;
  // Errors are shown only right after a refusal; typed values are shown at later visits too.
  const errors = (query.aviso && attempt?.errors) || {};
  const tender = await findDraftTender(answers);
  const tenderValues = formatAnswers(valuesOfTender(tender));
  const isAnswered = answers.answered.includes(page.step);
  const visitor = isAnswered ? null : await findVisitor();
  const prefilled = {
    ...(!isAnswered && page.step === 'contacto' && (await readContactOfBrowser())),
    ...(visitor && (await readWizardValues(visitor))),
    ...tenderValues,
    ...calculatedAmountValues(answers, page, tender?.type),
  };
  const values = {
    ...(isAnswered ? {} : prefilled),
    ...shownValues(answers, page),
    ...attempt?.values,
  };
  return { page, answers, values, errors, tender, tenderValues };
}
