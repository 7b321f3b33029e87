import { calculatedContract } from '#lib/domain/drafts/calculation.ts';
import type { FoldId } from '#lib/domain/drafts/field-types.ts';
import { type DraftAnswers, type DraftGuarantee, stepSchema } from '#lib/domain/drafts/schema.ts';
import { guaranteeSteps, type StepId, stepIds, steps } from '#lib/domain/drafts/steps.ts';
import { parseTenderId } from '#lib/domain/marketplace/rules.ts';
import { retentionDays } from '#lib/domain/privacy/rules.ts';
import type { GuaranteeType } from '#lib/domain/requests/submissions/schema.ts';
import type { FieldErrors } from '#lib/platform/operations/errors.ts';

/** A page of the wizard: its step, and the id of a guarantee (`g`) if the step repeats. */
export type WizardPage = {
  step: StepId;
  g?: string;
  /** Names the group of optional fields that the page shows unfolded. */
  fold?: FoldId | undefined;
  /** The tender of the link that opened the wizard. URLs contain it until a draft exists. */
  licitacion?: string | undefined;
  /** The kind of guarantee of that link. URLs contain it as they do the tender. */
  garantia?: GuaranteeType | undefined;
  /** The calculator's inputs of that link. URLs contain them as they do the tender. */
  calculo?: string | undefined;
  /** Id of the page's draft, which its form sends. */
  draft?: string | undefined;
  /** Id of a page view without a draft. Its form begins one draft, however often it is sent. */
  view?: string | undefined;
  /** True for a page that the review opened to change an answer: `Volver` leads back there. */
  isChange?: boolean | undefined;
};

/** The typed values and the errors of a page that was refused, or that was left with `Volver`. */
export type UnsavedPage = WizardPage & { values: Record<string, string>; errors: FieldErrors };

export const MAX_GUARANTEES = 20;
/** Maximum number of unsent drafts in one browser. Their cookies take about a kilobyte. */
export const MAX_DRAFTS = 10;
export const DRAFT_DAYS = retentionDays.draft;

export const emptyAnswers = (): DraftAnswers => ({ answered: [], values: {}, garantias: [] });

/** The parameters that a link to the wizard may have. */
export type WizardLinkParams = Pick<WizardPage, 'licitacion' | 'garantia' | 'calculo'>;

export function answersFromLink({ licitacion, garantia, calculo }: WizardLinkParams): DraftAnswers {
  const sistemaLicitacion = calculatedContract(calculo);
  const begun = sistemaLicitacion && prefilledAnswers(['tipo'], { sistemaLicitacion });
  const answers = licitacion ? answersForTender(licitacion) : { ...emptyAnswers(), ...begun };
  return {
    ...answers,
    ...(garantia && { chosenType: garantia }),
    ...(calculo && { calculation: calculo }),
  };
}

/** Begins a draft for a tender. The step `licitacion` is answered only if the id is readable. */
function answersForTender(idLicitacion: string): DraftAnswers {
  const isReadable = parseTenderId(idLicitacion).ok;
  const values = { sistemaLicitacion: 'chilecompra', idLicitacion };
  return {
    ...emptyAnswers(),
    ...prefilledAnswers(isReadable ? ['tipo', 'licitacion'] : ['tipo'], values),
  };
}

/** Returns answers given in advance. The wizard shows their steps once (`prefilledStepsOf`). */
export function prefilledAnswers(requiredIds: StepId[], values: Record<string, string>) {
  const answered = requiredIds.filter((step) => stepSchema(step).safeParse(values).success);
  return { answered, values, known: { steps: [...answered] } };
}

/**
 * Returns the steps that were answered in advance, but only on the first page that the person
 * answers, so that the wizard shows those answers once. Returns null on every other page.
 */
export function prefilledStepsOf(answers: DraftAnswers, { step, g }: WizardPage): StepId[] | null {
  if (step === 'revisar' || isOtherThanCalculated(answers)) return null;
  const { steps: prefilledSteps = [] } = answers.known ?? {};
  const requiredIds = requiredSteps(answers);
  const isBeginning =
    prefilledSteps.length > 0 &&
    prefilledSteps.every((step) => requiredIds.includes(step)) &&
    answers.answered.every((answered) => prefilledSteps.includes(answered));
  const isNext = nextPage(answers).step === step && (!g || prefilledSteps.includes('garantias'));
  return isBeginning && isNext ? prefilledSteps : null;
}

/** Whether the person chose another contract than in the calculator that opened the wizard. */
function isOtherThanCalculated({ calculation, values }: DraftAnswers): boolean {
  const contract = calculatedContract(calculation);
  return contract !== null && contract !== values.sistemaLicitacion;
}

type StoredDraft = { submissionId: number | null; answers: DraftAnswers } | null;

/** Returns whether the draft was not sent yet and has answers to continue with. */
export function isUnsent(draft: StoredDraft): boolean {
  return draft !== null && !draft.submissionId && draft.answers.answered.length > 0;
}

/** The origin of a draft: a request, a message, or the number of the guarantee that it extends. */
type Origin = {
  request?: number | undefined;
  message?: number | undefined;
  renews?: number | undefined;
};

export function originOf({ known: origin, garantias }: DraftAnswers): Origin {
  const { request, message } = origin ?? {};
  return { request, message, renews: garantias.find(({ renews }) => renews)?.renews };
}

/** Returns whether a draft has this origin: a request, a message or an extended guarantee. */
export function hasSameOrigin(
  answers: DraftAnswers,
  { request, message, renews }: Origin,
): boolean {
  const origin = originOf(answers);
  return renews === undefined
    ? origin.renews === undefined && origin.request === request && origin.message === message
    : origin.renews === renews;
}

/**
 * Returns the pages of the wizard for these answers. They are computed each time, because answers
 * change them.
 */
export function pathOf(answers: DraftAnswers): WizardPage[] {
  const ids = answers.garantias.map(({ id }) => id);
  const [first] = guaranteeSteps;
  return requiredSteps(answers).flatMap((step): WizardPage[] => {
    if (!steps[step].perGuarantee) return [{ step }];
    if (step !== first) return [];
    return ids.length > 0
      ? ids.flatMap((g) => guaranteeSteps.map((guaranteeStep) => ({ step: guaranteeStep, g })))
      : [{ step }];
  });
}

function requiredSteps({ values }: DraftAnswers): StepId[] {
  return stepIds.filter((step) => isRequiredIn(step, values.sistemaLicitacion));
}

export function isRequiredIn(step: StepId, sistema: unknown): boolean {
  const variant = sistema === 'privados' ? 'privados' : 'chilecompra';
  return (steps[step].variant ?? variant) === variant;
}

/** Returns the first page without an answer, or the review at the end. */
export function nextPage(answers: DraftAnswers): WizardPage {
  return pathOf(answers).find((page) => !isAnswered(answers, page)) ?? { step: 'revisar' };
}

/** Returns whether a page may be opened. A guarantee can be added once all others are answered. */
export function mayOpen(answers: DraftAnswers, page: WizardPage): boolean {
  const { length } = answers.garantias;
  if (isNewGuarantee(page) && length > 0) {
    return length < MAX_GUARANTEES && isReachable(answers, { step: 'garantias' });
  }
  return isReachable(answers, page);
}

/** Returns the page that the button `Volver` leads to, or null on the first page. */
export function previousPage(answers: DraftAnswers, page: WizardPage): WizardPage | null {
  if (isNewGuarantee(page) && answers.garantias.length > 0) return { step: 'garantias' };
  const path = pathOf(answers);
  const earlier = path.slice(0, Math.max(0, indexOf(path, page)));
  return earlier.findLast(({ step }) => !isUnseen(answers, step)) ?? null;
}

/** Whether the tender in a link answered the step, so that the person was never shown its page. */
function isUnseen(answers: DraftAnswers, step: StepId): boolean {
  const hasOrigin = Object.values(originOf(answers)).some((origin) => origin !== undefined);
  const { steps: prefilled = [] } = answers.known ?? {};
  return !hasOrigin && prefilled.includes(step);
}

/**
 * Returns "step `current` of `total`", both from 1. A step that each guarantee repeats counts once.
 * Steps that were answered in advance do not count.
 */
export function wizardProgress(answers: DraftAnswers, page: WizardPage) {
  const { steps: prefilledSteps = [] } = answers.known ?? {};
  const isExtension = originOf(answers).renews !== undefined;
  const isTypeCopied = answers.like !== undefined && answers.garantias.length > 0;
  const requiredIds = requiredSteps(answers).filter(
    (step) =>
      (step === page.step && !isUnseen(answers, step)) ||
      !(
        prefilledSteps.includes(step) ||
        (isExtension && isCarriedOver(step)) ||
        (isTypeCopied && step === 'garantia-tipo')
      ),
  );
  const order = stepIds.indexOf(page.step);
  const current = requiredIds.filter((step) => stepIds.indexOf(step) <= order).length;
  return { current: Math.max(1, current), total: requiredIds.length };
}

/**
 * An extension changes only the end of a guarantee, so the answers of its other pages are copied.
 */
function isCarriedOver(step: StepId): boolean {
  const { perGuarantee, fields } = steps[step];
  return perGuarantee === true && !fields.some(({ name }) => name === 'vigenciaHasta');
}

/** Returns whether a refused post (`attempt`) belongs to this page. */
export function isAttemptOf(attempt: WizardPage | null | undefined, page: WizardPage): boolean {
  return attempt?.step === page.step && attempt.g === page.g;
}

/** Returns whether the last post of this page was refused. Resuming a draft removes the errors. */
export function isRefused(
  attempt: (WizardPage & { errors: object }) | null | undefined,
  page: WizardPage,
): boolean {
  return isAttemptOf(attempt, page) && Object.keys(attempt?.errors ?? {}).length > 0;
}

/**
 * Returns whether all required fields of a page have values. The review never counts as answered.
 */
export function isAnswered(answers: DraftAnswers, page: WizardPage): boolean {
  if (page.step === 'revisar') return false;
  if (page.g === undefined) return answers.answered.includes(page.step);
  const item = answers.garantias.find(({ id }) => id === page.g);
  const values = new Map<string, unknown>(Object.entries(item ?? {}));
  return steps[page.step].fields.every(({ name, optional }) => optional || values.get(name));
}

/** Returns whether the wording (*glosa*) was cut: the tender's page ends long texts by `...`. */
export function isWordingCut({ page, glosaGarantia: text }: DraftGuarantee): boolean {
  return page !== undefined && /\[(\.{3}|…)\]|(\.{3}|…)\W*$/.test(text ?? '');
}

function isNewGuarantee(page: WizardPage): boolean {
  return page.step === 'garantia-tipo' && page.g === undefined;
}

function isReachable(answers: DraftAnswers, page: WizardPage): boolean {
  const path = pathOf(answers);
  const index = indexOf(path, page);
  if (index < 0) return false;
  return isAnswered(answers, page) || path.slice(0, index).every((p) => isAnswered(answers, p));
}

function indexOf(path: WizardPage[], page: WizardPage): number {
  return path.findIndex((p) => p.step === page.step && p.g === page.g);
}
