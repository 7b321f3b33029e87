import { inArray, lte } from 'drizzle-orm';
import { retentionStart } from '#lib/domain/privacy/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { shareLinks } from '#lib/platform/db/schema/share-links.ts';

const BATCH_SIZE = 500;

/** Deletes links that ended long ago, with their openings, a batch at a time. */
export async function sweepShareLinks(now: number): Promise<void> {
  await getDb().write(async (tx) => {
    const endedLinkIds = tx
      .select({ id: shareLinks.id })
      .from(shareLinks)
      .where(lte(shareLinks.expiresAt, retentionStart('shareLink', now)))
      .limit(BATCH_SIZE);
    await tx.delete(shareLinks).where(inArray(shareLinks.id, endedLinkIds));
  });
}
