import type { Place } from '#lib/domain/drafts/rules.ts';
import type { DraftAnswers } from '#lib/domain/drafts/schema.ts';
import { submission } from '#lib/domain/guarantees/schema.ts';
import type { StoredAnswers } from '#lib/domain/guarantees/view.ts';
import { groupAmount } from '#lib/platform/amounts.ts';
import { getEnv } from '#lib/platform/env.ts';
import type { FieldErrors } from '#lib/platform/errors.ts';
import { fieldErrors } from '#lib/platform/fields.ts';
import { formatRut } from '#lib/platform/rut.ts';
import { signedToken } from '#lib/platform/secrets.ts';

export const WIZARD = '/gestiona-tu-garantia';

/** `/gestiona-tu-garantia/<paso>?g=<guarantee>` */
export function placePath(place: Place): string {
  return `${WIZARD}/${place.step}${place.g ? `?g=${place.g}` : ''}`;
}

/** What the mailed link opens on another device, for as long as the draft lives. */
export function resumeUrl(draftId: string): string {
  return `${getEnv().appUrl}${WIZARD}/retomar/${signedToken('resume', draftId)}`;
}

/**
 * Draft → what the contract calls a submission, by the same schema as the API's; answers of the
 * other variant stay behind.
 */
export function toStoredAnswers(
  draft: DraftAnswers,
): { answers: StoredAnswers } | { errors: FieldErrors } {
  const garantias = draft.garantias.map(({ id: _, ...item }) => item);
  const parsed = submission.safeParse({ ...draft.values, garantias });
  if (!parsed.success) return { errors: fieldErrors(parsed.error) };
  const { contratoUrl: _contrato, adicionalUrl: _adicional, ...answers } = parsed.data;
  const { contrato, adicional } = draft;
  return {
    answers: { ...answers, ...(contrato && { contrato }), ...(adicional && { adicional }) },
  };
}

/** What the fields of a page show: stored answers as people write them. */
export function shownValues(answers: DraftAnswers, place: Place): Record<string, string> {
  const item = answers.garantias.find(({ id }) => id === place.g);
  if (item) {
    const shown: Record<string, string> = {};
    for (const [name, value] of Object.entries(item)) {
      if (value) shown[name] = name === 'montoGarantia' ? groupAmount(value) : value;
    }
    return shown;
  }
  return Object.fromEntries(
    Object.entries(answers.values).map(([name, value]) => [
      name,
      name.startsWith('rut') ? formatRut(value) : value,
    ]),
  );
}
