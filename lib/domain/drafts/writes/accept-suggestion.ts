import { type DraftKey, readDraft } from '#lib/domain/drafts/reads.ts';
import { MAX_GUARANTEES, mayOpen, nextPlace } from '#lib/domain/drafts/rules.ts';
import { fromPage, readDraftTender } from '#lib/domain/drafts/tender.ts';
import { changeDraft, type Saved } from '#lib/domain/drafts/writes/change-draft.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { isoDay } from '#lib/platform/format.ts';

/** Adds nothing when it is gone from the page or already taken. */
export async function acceptSuggestion(
  key: DraftKey,
  chosenKey: string,
  now: number,
): Promise<Saved> {
  const draft = await readDraft(getDb().read, key, now);
  const tender = draft && (await readDraftTender(draft.answers));
  const chosen = tender?.suggestions.find((suggestion) => suggestion.key === chosenKey);
  return changeDraft(key, now, ({ answers }) => {
    const { garantias } = answers;
    const taken = garantias.some(({ page }) => page?.key === chosenKey);
    const openable = mayOpen(answers, { step: 'garantia-tipo' });
    if (chosen && !taken && openable && garantias.length < MAX_GUARANTEES) {
      garantias.push(fromPage(chosen, isoDay(now)));
    }
    return nextPlace(answers);
  });
}
