import { type SQL, sql } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';
import { singleton } from '#lib/platform/process/singleton.ts';

/** One write merges this many pages in 15 to 80 ms. Other writes run between two of them. */
const PAGES = 256;
/** `erased_at` is the time of the request, and its write may come this much later. */
const SLACK_MS = MINUTE;

const merged = () => singleton('search-merged', () => ({ until: 0 }));

/** SQL: whether a lead was erased since the last merge, or ever if this process has not merged. */
export function isUnmerged(now: number): SQL {
  const since = Math.min(merged().until, now - SLACK_MS);
  return sql`exists (select 1 from leads where erased_at >= ${since})`;
}

/** FTS5 keeps deleted words until segments merge; `secure-delete` breaks libSQL's 3.45 index. */
export async function mergeSearch(now: number): Promise<void> {
  // A negative number starts to merge all present segments into one. Later ones are left out.
  let didWork = await mergePages(-PAGES);
  while (didWork) didWork = await mergePages(PAGES);
  merged().until = now - SLACK_MS;
}

/** Returns false if nothing is left to merge: then the command is the only change. */
function mergePages(pages: number): Promise<boolean> {
  const changes = sql`select total_changes() as total`;
  return getDb().write(async (tx) => {
    const [before] = await tx.all<{ total: number }>(changes);
    await tx.run(sql`insert into leads_search (leads_search, rank) values ('merge', ${pages})`);
    const [after] = await tx.all<{ total: number }>(changes);
    return (after?.total ?? 0) - (before?.total ?? 0) > 1;
  });
}
