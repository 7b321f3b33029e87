import { withGuaranteeLike } from '#lib/domain/drafts/earlier-answers.ts';
import { type DraftKey, findDraft } from '#lib/domain/drafts/reads.ts';
import { MAX_GUARANTEES, mayOpen, nextPage } from '#lib/domain/drafts/rules.ts';
import { findDraftTender, guaranteeFromPage } from '#lib/domain/drafts/tender.ts';
import { changeDraft, type SaveResult } from '#lib/domain/drafts/writes/change-draft.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';

/**
 * Adds the guarantee that the tender's page suggests. Adds nothing if it was added before, or if
 * the page no longer suggests it.
 */
export async function acceptSuggestion(
  key: DraftKey,
  suggestionKey: string,
  now: number,
): Promise<SaveResult> {
  const draft = await findDraft(getDb().read, key, now);
  const tender = draft && (await findDraftTender(draft.answers));
  const chosenSuggestion = tender?.suggestions.find(
    (suggestion) => suggestion.key === suggestionKey,
  );
  return changeDraft(key, now, ({ answers }) => {
    const { garantias } = answers;
    const isTaken = garantias.some(({ page }) => page?.key === suggestionKey);
    const isReachable = mayOpen(answers, { step: 'garantia-tipo' });
    if (chosenSuggestion && !isTaken && isReachable && garantias.length < MAX_GUARANTEES) {
      garantias.push(guaranteeFromPage(chosenSuggestion, isoDay(now)));
    }
    return nextPage(answers);
  });
}

/**
 * Adds a guarantee like an earlier one, with the facts of the tender's page if the page requires
 * such a guarantee.
 */
export async function addGuaranteeLike(key: DraftKey, now: number): Promise<SaveResult> {
  const draft = await findDraft(getDb().read, key, now);
  const tender = draft && (await findDraftTender(draft.answers));
  const type = draft?.answers.like?.type;
  const suggestion = tender?.suggestions.find(({ tipo }) => tipo === type);
  return changeDraft(key, now, (latest) => {
    latest.answers = withGuaranteeLike(
      latest.answers,
      suggestion && guaranteeFromPage(suggestion, isoDay(now)),
    );
    return nextPage(latest.answers);
  });
}

/**
 * Removes a guarantee from the draft. The next page is the list of guarantees or, if none is left,
 * the first page of a guarantee.
 */
export async function removeGuarantee(
  key: DraftKey,
  guaranteeId: string,
  now: number,
): Promise<SaveResult> {
  return changeDraft(key, now, ({ answers }) => {
    answers.garantias = answers.garantias.filter(({ id }) => id !== guaranteeId);
    return answers.garantias.length > 0 ? { step: 'garantias' } : nextPage(answers);
  });
}
