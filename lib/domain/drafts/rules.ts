import type { DraftAnswers } from '#lib/domain/drafts/schema.ts';
import { guaranteeSteps, type StepId, stepIds, steps } from '#lib/domain/drafts/steps.ts';
import { keptDays } from '#lib/domain/privacy/rules.ts';

/** A place in the wizard: a step, and the guarantee it is about where there are several. */
export type Place = { step: StepId; g?: string };

export const MAX_GUARANTEES = 20;
export const DRAFT_DAYS = keptDays.draft;

export const emptyAnswers = (): DraftAnswers => ({ answered: [], values: {}, garantias: [] });

/** The whole path, replayed from the answers: no stored "current step" can disagree with them. */
export function pathOf(answers: DraftAnswers): Place[] {
  const ids = answers.garantias.map(({ id }) => id);
  const [first] = guaranteeSteps;
  return askedSteps(answers).flatMap((step): Place[] => {
    if (!steps[step].perGuarantee) return [{ step }];
    if (step !== first) return [];
    return ids.length > 0
      ? ids.flatMap((g) => guaranteeSteps.map((about) => ({ step: about, g })))
      : [{ step }];
  });
}

function askedSteps({ values }: DraftAnswers): StepId[] {
  const variant = values.sistemaLicitacion === 'privados' ? 'privados' : 'chilecompra';
  return stepIds.filter((step) => (steps[step].variant ?? variant) === variant);
}

/** Where the person goes next: the first place without an answer, at last the review. */
export function nextPlace(answers: DraftAnswers): Place {
  return pathOf(answers).find((place) => !isAnswered(answers, place)) ?? { step: 'revisar' };
}

/** A page may be opened when it is on the path and nothing before it is missing. */
export function mayOpen(answers: DraftAnswers, place: Place): boolean {
  const { length } = answers.garantias;
  if (isNewGuarantee(place) && length > 0) {
    return length < MAX_GUARANTEES && isBefore(answers, { step: 'garantias' });
  }
  return isBefore(answers, place);
}

/** Where "Volver" leads, or null on the first page. */
export function placeBefore(answers: DraftAnswers, place: Place): Place | null {
  if (isNewGuarantee(place) && answers.garantias.length > 0) return { step: 'garantias' };
  const path = pathOf(answers);
  return path[indexOf(path, place) - 1] ?? null;
}

/** Progress as people count it: the pages of one guarantee, whatever their number. */
export function progressOf(answers: DraftAnswers, place: Place) {
  const asked = askedSteps(answers);
  return { current: asked.indexOf(place.step) + 1, total: asked.length };
}

/** Whether an attempt that was kept belongs to this page. */
export function isAbout(attempt: Place | null | undefined, place: Place): boolean {
  return attempt?.step === place.step && attempt.g === place.g;
}

function isAnswered(answers: DraftAnswers, place: Place): boolean {
  if (place.step === 'revisar') return false;
  if (place.g === undefined) return answers.answered.includes(place.step);
  const item = answers.garantias.find(({ id }) => id === place.g);
  const given = new Map<string, unknown>(Object.entries(item ?? {}));
  return steps[place.step].fields.every(({ name, optional }) => optional || given.get(name));
}

function isNewGuarantee(place: Place): boolean {
  return place.step === 'garantia-tipo' && place.g === undefined;
}

function isBefore(answers: DraftAnswers, place: Place): boolean {
  const path = pathOf(answers);
  const index = indexOf(path, place);
  return index >= 0 && path.slice(0, index).every((p) => isAnswered(answers, p));
}

function indexOf(path: Place[], place: Place): number {
  return path.findIndex((p) => p.step === place.step && p.g === place.g);
}
