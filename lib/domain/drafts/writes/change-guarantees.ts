import { withGuaranteeLike } from '#lib/domain/drafts/earlier-answers.ts';
import { type DraftKey, readDraft } from '#lib/domain/drafts/reads.ts';
import { MAX_GUARANTEES, mayOpen, nextPlace } from '#lib/domain/drafts/rules.ts';
import { fromPage, readDraftTender } from '#lib/domain/drafts/tender.ts';
import { changeDraft, type SaveResult } from '#lib/domain/drafts/writes/change-draft.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';

/**
 * Adds the guarantee that the tender's page suggests. Adds nothing if the suggestion was added
 * before or the page no longer has it.
 */
export async function acceptSuggestion(
  key: DraftKey,
  chosenKey: string,
  now: number,
): Promise<SaveResult> {
  const draft = await readDraft(getDb().read, key, now);
  const tender = draft && (await readDraftTender(draft.answers));
  const chosen = tender?.suggestions.find((suggestion) => suggestion.key === chosenKey);
  return changeDraft(key, now, ({ answers }) => {
    const { garantias } = answers;
    const isTaken = garantias.some(({ page }) => page?.key === chosenKey);
    const openable = mayOpen(answers, { step: 'garantia-tipo' });
    if (chosen && !isTaken && openable && garantias.length < MAX_GUARANTEES) {
      garantias.push(fromPage(chosen, isoDay(now)));
    }
    return nextPlace(answers);
  });
}

/** Adds the guarantee like an earlier one, with what the tender's page asks for if it asks for it. */
export async function addGuaranteeLike(key: DraftKey, now: number): Promise<SaveResult> {
  const draft = await readDraft(getDb().read, key, now);
  const tender = draft && (await readDraftTender(draft.answers));
  const type = draft?.answers.like?.type;
  const requested = tender?.suggestions.find(({ tipo }) => tipo === type);
  return changeDraft(key, now, (latest) => {
    latest.answers = withGuaranteeLike(
      latest.answers,
      requested && fromPage(requested, isoDay(now)),
    );
    return nextPlace(latest.answers);
  });
}

/**
 * Removes a guarantee from the draft. Returns the list of guarantees as the next page, or their
 * first page if none is left.
 */
export async function removeGuarantee(key: DraftKey, g: string, now: number): Promise<SaveResult> {
  return changeDraft(key, now, ({ answers }) => {
    answers.garantias = answers.garantias.filter(({ id }) => id !== g);
    return answers.garantias.length > 0 ? { step: 'garantias' } : nextPlace(answers);
  });
}
