import { type Draft, type DraftKey, readDraft } from '#lib/domain/drafts/reads.ts';
import { askForTender, readDraftTender } from '#lib/domain/drafts/tender.ts';
import { broughtValues } from '#lib/domain/drafts/view.ts';
import type { Saved } from '#lib/domain/drafts/writes/change-draft.ts';
import { type Post, saveStep } from '#lib/domain/drafts/writes/save-step.ts';
import type { Asker } from '#lib/domain/marketplace/reads/asking.ts';
import { getDb } from '#lib/platform/db/client.ts';

/** Asks Mercado Público only after saving; its answer changes nothing here. */
export async function saveTender(
  key: DraftKey | null,
  { place, values, begin }: Pick<Post, 'place' | 'values' | 'begin'>,
  by: Asker,
): Promise<Saved> {
  const { now } = by;
  const before = await find(key, now);
  const brought = before ? broughtValues(await readDraftTender(before.answers)) : {};
  const saved = await saveStep(key, { place, values, begin, brought }, now);
  const after = 'next' in saved ? await find(saved.key, now) : null;
  if (after?.attempt?.step !== 'licitacion') {
    await askForTender(after?.answers.values.idLicitacion, by);
  }
  return saved;
}

async function find(key: DraftKey | null, now: number): Promise<Draft | null> {
  return key ? readDraft(getDb().read, key, now) : null;
}
