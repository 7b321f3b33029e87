import { type SQL, sql } from 'drizzle-orm';
import { withSearchIndexUpdate } from '#lib/domain/marketplace/writes/search-index.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { log } from '#lib/platform/process/log.ts';

/** How long (ms) a row is kept after it was last fetched or seen. */
const retentionMs = { answers: 14 * DAY, tenders: 120 * DAY, suppliers: 365 * DAY };

/** Maximum numbers of stored answers, and of stored day lists, which have up to 0.3 MB each. */
const maxRows = { answers: 5000, lists: 300 };
const BATCH_SIZE = 500;

/**
 * Deletes stored answers and search rows that are old, and answers over the maximum number, at most
 * `BATCH_SIZE` of each. Returns how many were deleted. `now` is in ms.
 */
export async function sweepMarketplace(now: number): Promise<number> {
  const removals = [
    sql`delete from marketplace_answers where rowid in (
      select rowid from marketplace_answers where fetched_at < ${now - retentionMs.answers} limit ${BATCH_SIZE})`,
    deleteSurplus(sql`true`, maxRows.answers),
    deleteSurplus(sql`key glob '*:tenders:*'`, maxRows.lists),
  ];
  let removedCount =
    (await deleteOldRows('marketplace_tenders', now - retentionMs.tenders)) +
    (await deleteOldRows('marketplace_suppliers', now - retentionMs.suppliers));
  for (const removal of removals) {
    removedCount += (await getDb().writeOne(sql`${removal} returning 1`)).length;
  }
  if (removedCount > 0) log().info({ removed: removedCount }, 'marketplace swept');
  return removedCount;
}

/**
 * Deletes up to `BATCH_SIZE` rows with a `seen_at` before `keptFrom` (ms), and their search
 * entries. Returns how many.
 */
async function deleteOldRows(
  table: 'marketplace_tenders' | 'marketplace_suppliers',
  keptFrom: number,
): Promise<number> {
  const name = sql.identifier(table);
  return getDb().write(async (tx) => {
    const oldRows = await tx.all<{ id: number }>(
      sql`select id from ${name} where seen_at < ${keptFrom} limit ${BATCH_SIZE}`,
    );
    if (oldRows.length === 0) return 0;
    const condition = sql`id in ${oldRows.map(({ id }) => id)}`;
    await withSearchIndexUpdate(tx, { table, condition }, () =>
      tx.run(sql`delete from ${name} where ${condition}`),
    );
    return oldRows.length;
  });
}

function deleteSurplus(condition: SQL, keptCount: number): SQL {
  return sql`delete from marketplace_answers where rowid in (
    select rowid from marketplace_answers where ${condition}
    order by fetched_at desc limit ${BATCH_SIZE} offset ${keptCount})`;
}
