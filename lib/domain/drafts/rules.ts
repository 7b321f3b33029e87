import type { DraftAnswers, StepId } from '#lib/domain/drafts/schema.ts';
import { guaranteeSteps } from '#lib/domain/drafts/schema.ts';
import { keptDays } from '#lib/domain/privacy/rules.ts';

/** A place in the wizard: a step, and the guarantee it is about where there are several. */
export type Place = { step: StepId; g?: string };

export const MAX_GUARANTEES = 20;
export const DRAFT_DAYS = keptDays.draft;

export const emptyAnswers = (): DraftAnswers => ({ answered: [], values: {}, garantias: [] });

/** The whole path, replayed from the answers: no stored "current step" can disagree with them. */
export function pathOf(answers: DraftAnswers): Place[] {
  const isPrivate = answers.values.sistemaLicitacion === 'privados';
  const items: Place[] =
    answers.garantias.length === 0
      ? [{ step: 'garantia-tipo' }]
      : answers.garantias.flatMap(({ id }) => guaranteeSteps.map((step) => ({ step, g: id })));
  return [
    { step: 'tipo' },
    { step: 'contacto' },
    ...(isPrivate ? privateSteps : publicSteps).map((step) => ({ step })),
    ...items,
    { step: 'garantias' },
    { step: 'contrato' },
    { step: 'adicional' },
    { step: 'revisar' },
  ];
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
  const first = answers.garantias[0]?.id;
  const counted = pathOf(answers).filter((p) => p.g === undefined || p.g === first);
  const steps = counted.map((p) => p.step);
  for (const step of guaranteeSteps) {
    if (!steps.includes(step)) steps.splice(steps.indexOf('garantias'), 0, step);
  }
  return { current: steps.indexOf(place.step) + 1, total: steps.length };
}

/** Whether an attempt that was kept belongs to this page. */
export function isAbout(attempt: Place | null | undefined, place: Place): boolean {
  return attempt?.step === place.step && attempt.g === place.g;
}

function isAnswered(answers: DraftAnswers, place: Place): boolean {
  if (place.step === 'revisar') return false;
  if (place.g === undefined) return answers.answered.includes(place.step);
  const item = answers.garantias.find(({ id }) => id === place.g);
  if (place.step === 'garantia-tipo') return Boolean(item?.tipoGarantia);
  if (place.step === 'garantia-monto') return Boolean(item?.montoGarantia);
  return Boolean(item?.vigenciaDesde && item.vigenciaHasta);
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

const publicSteps: StepId[] = ['licitacion', 'institucion', 'empresa', 'direccion'];
const privateSteps: StepId[] = [
  'empresa-contratista',
  'direccion-contratista',
  'contacto-contratista',
  'mandante',
  'contacto-mandante',
  'fechas',
];
