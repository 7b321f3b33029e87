import { type SQL, sql } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';
import { singleton } from '#lib/platform/process/singleton.ts';

/**
 * Number of pages of the index that one write merges, in 15 to 80 ms. The merge is split into such
 * writes, because SQLite runs one write at a time and all others wait.
 */
const MERGED_PAGES = 256;
/**
 * Maximum time between `erased_at`, which is when the erasure was requested, and the write of that
 * row.
 */
const SLACK_MS = MINUTE;

const lastMerge = () => singleton('search-merged', () => ({ until: 0 }));

/**
 * Returns SQL for whether the search index may still contain words of an erased lead: a lead was
 * erased since the last merge or, if this process has not merged yet, at any time. `now` is in ms.
 */
export function unmergedCondition(now: number): SQL {
  const since = Math.min(lastMerge().until, now - SLACK_MS);
  return sql`exists (select 1 from leads where erased_at >= ${since})`;
}

/**
 * Removes the words of erased leads from the file of the search index. FTS5 only marks deleted
 * words, and keeps them until it merges its segments. Its option `secure-delete` would remove them
 * at once, but breaks the index in libSQL's SQLite 3.45. The merge is therefore run here.
 */
export async function mergeSearch(now: number): Promise<void> {
  // A negative number makes FTS5 merge all present segments into one. Segments that other writes
  // add later are left out, so the loop ends.
  let didWork = await mergePages(-MERGED_PAGES);
  while (didWork) didWork = await mergePages(MERGED_PAGES);
  lastMerge().until = now - SLACK_MS;
}

/**
 * Merges pages of the index. Returns false if there was nothing to merge: the command itself is
 * then the only change.
 */
function mergePages(pages: number): Promise<boolean> {
  const changes = sql`select total_changes() as total`;
  return getDb().write(async (tx) => {
    const [changesBefore] = await tx.all<{ total: number }>(changes);
    await tx.run(sql`insert into leads_search (leads_search, rank) values ('merge', ${pages})`);
    const [changesAfter] = await tx.all<{ total: number }>(changes);
    return (changesAfter?.total ?? 0) - (changesBefore?.total ?? 0) > 1;
  });
}
