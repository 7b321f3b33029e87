import { type SQL, sql } from 'drizzle-orm';
import { runsOf, type Span, spanOf } from '#lib/domain/inbox/reads/conditions.ts';
import { type Asked, cut, type LeadsPage, leadRows, PAGE } from '#lib/domain/inbox/reads/rows.ts';
import { searchLeads } from '#lib/domain/inbox/reads/search-leads.ts';
import type { InboxFilter } from '#lib/domain/inbox/schema.ts';
import { getDb } from '#lib/platform/db/client.ts';

/**
 * A page of leads that the filter lets through, newest first. What it reads does not grow with the
 * table: a few ranges of an index, each as long as the page.
 */
export async function listLeads(filter: InboxFilter, asked: Asked): Promise<LeadsPage> {
  const { q, ...rest } = filter;
  if (q) return searchLeads({ ...rest, q }, asked);
  const { me, before, limit = PAGE } = asked;
  const { read } = getDb();
  const span = await spanOf(read, filter, before);
  return cut(await leadRows(read, newestIds(filter, { me, span, limit: limit + 1 })), limit);
}

function newestIds(
  filter: InboxFilter,
  { me, span, limit }: { me: string; span: Span; limit: number },
): SQL {
  const { kind, state, handled, assigned } = filter;
  const narrowed = kind ?? state ?? handled ?? assigned;
  const runs = narrowed ? runsOf(filter, me) : [sql`1`];
  if (runs.length === 0) return sql`select 0 where 0`;
  const newest = runs.map(
    (run) => sql`select id from (select id from leads where ${run}
      and id > ${span.above} and id < ${span.below} ${span.times} order by id desc limit ${limit})`,
  );
  return sql`${sql.join(newest, sql` union all `)} order by id desc limit ${limit}`;
}
