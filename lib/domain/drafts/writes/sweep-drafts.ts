import { inArray, lt } from 'drizzle-orm';
import { DRAFT_SECONDS } from '#lib/domain/drafts/reads.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { drafts } from '#lib/platform/db/schema/drafts.ts';

const BATCH_SIZE = 500;

/**
 * Deletes drafts that nobody changed for `DRAFT_DAYS` days. Their files become pending uploads
 * again, which expire on their own. Returns how many were deleted.
 */
export async function sweepDrafts(now: number): Promise<number> {
  return getDb().write(async (tx) => {
    const expired = await tx
      .select({ id: drafts.id })
      .from(drafts)
      .where(lt(drafts.updatedAt, now - DRAFT_SECONDS * 1000))
      .limit(BATCH_SIZE);
    const ids = expired.map(({ id }) => id);
    if (ids.length > 0) await tx.delete(drafts).where(inArray(drafts.id, ids));
    return ids.length;
  });
}
