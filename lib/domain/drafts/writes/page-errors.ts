import type { FieldValues } from '#lib/domain/drafts/field-types.ts';
import { type StepId, steps } from '#lib/domain/drafts/steps.ts';
import { isPlausibleDate } from '#lib/platform/chile/calendar.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import type { FieldErrors } from '#lib/platform/operations/errors.ts';

/** Refuses dates that the API accepts, but that a person most likely mistyped, such as 2099. */
export function dateProblems(step: StepId, data: FieldValues, now: number): FieldErrors {
  const today = isoDay(now);
  const dates = steps[step].fields.filter(({ kind }) => kind === 'date');
  const errorEntries = dates.flatMap(({ name }): [string, string][] => {
    const day = data[name];
    if (!day) return [];
    if (!isPlausibleDate(day, today))
      return [[name, `Revisa el año: escribiste ${day.slice(0, 4)}.`]];
    const isPast = name === 'vigenciaHasta' && day < today;
    return isPast ? [[name, 'Esa fecha ya pasó. Revisa el año.']] : [];
  });
  return Object.fromEntries(errorEntries);
}

/**
 * Returns errors in the order of the fields, or null. If a doubted answer is sent again, it is
 * confirmed.
 */
export function errorsOf(
  step: StepId,
  { wrong, doubts, confirmed }: Record<'wrong' | 'doubts' | 'confirmed', FieldErrors>,
): FieldErrors | null {
  const hasOpenDoubt = Object.keys(doubts).some((n) => !doubts[n]?.startsWith(confirmed[n] ?? '?'));
  if (!hasOpenDoubt && Object.keys(wrong).length === 0) return null;
  const errors: FieldErrors = { ...doubts, ...wrong };
  const names = steps[step].fields.map(({ name }) => name);
  return Object.fromEntries(names.flatMap((name) => (errors[name] ? [[name, errors[name]]] : [])));
}
