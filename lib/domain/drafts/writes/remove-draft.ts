import { and, eq, isNull } from 'drizzle-orm';
import { type DraftKey, findDraft, idOfKey } from '#lib/domain/drafts/reads.ts';
import { endLinks } from '#lib/domain/links/writes.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { drafts } from '#lib/platform/db/schema/drafts.ts';

/**
 * Deletes an unsent draft with its links, and releases its files. Does nothing if the draft was
 * sent or was resumed in another browser.
 */
export async function removeDraft(key: DraftKey, now: number): Promise<void> {
  await getDb().write(async (tx) => {
    if (!(await findDraft(tx, key, now))) return;
    const id = idOfKey(key);
    const removed = await tx
      .delete(drafts)
      .where(and(eq(drafts.id, id), isNull(drafts.submissionId)))
      .returning({ id: drafts.id });
    if (removed.length > 0) await endLinks(tx, 'resume', id, now);
  });
}
