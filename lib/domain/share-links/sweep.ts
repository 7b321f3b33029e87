import { inArray, lte } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';
import { shareLinks } from '#lib/platform/db/schema/share-links.ts';

const KEPT_MS = 90 * 24 * 60 * 60 * 1000;
const BATCH = 500;

/** Forgets links that ended 90 days ago, with their openings. The next round takes what is left. */
export async function sweepShareLinks(now: number): Promise<void> {
  await getDb().write(async (tx) => {
    const ended = tx
      .select({ id: shareLinks.id })
      .from(shareLinks)
      .where(lte(shareLinks.expiresAt, now - KEPT_MS))
      .limit(BATCH);
    await tx.delete(shareLinks).where(inArray(shareLinks.id, ended));
  });
}
