import { type SQL, sql } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { log } from '#lib/platform/process/log.ts';

/** How long answers that are not asked for again are kept, ms. */
const keep = { answers: 14 * DAY, tenders: 120 * DAY, suppliers: 365 * DAY };

/** The newest that stay however many there are; a list has up to 0.3 MB. */
const most = { answers: 5000, lists: 300 };
const BATCH = 500;

/** Removes old and surplus rows, some at a time. Returns how many. */
export async function sweepMarketplace(now: number): Promise<number> {
  const removals = [
    sql`delete from marketplace_answers where rowid in (
      select rowid from marketplace_answers where fetched_at < ${now - keep.answers} limit ${BATCH})`,
    surplus(sql`true`, most.answers),
    surplus(sql`key glob '*:tenders:*'`, most.lists),
    sql`delete from marketplace_tenders where id in (
      select id from marketplace_tenders where seen_at < ${now - keep.tenders} limit ${BATCH})`,
    sql`delete from marketplace_suppliers where id in (
      select id from marketplace_suppliers where seen_at < ${now - keep.suppliers} limit ${BATCH})`,
  ];
  let removed = 0;
  for (const removal of removals) {
    removed += (await getDb().writeOne(sql`${removal} returning 1`)).length;
  }
  if (removed > 0) log().info({ removed }, 'marketplace swept');
  return removed;
}

function surplus(which: SQL, stay: number): SQL {
  return sql`delete from marketplace_answers where rowid in (
    select rowid from marketplace_answers where ${which}
    order by fetched_at desc limit ${BATCH} offset ${stay})`;
}
