import { type SQL, sql } from 'drizzle-orm';
import type { ListFilter } from '#lib/domain/inbox/desk-schema.ts';
import { runsOf, type Span, spanOf } from '#lib/domain/inbox/reads/conditions.ts';
import { type Asked, cut, type LeadsPage, leadRows, PAGE } from '#lib/domain/inbox/reads/rows.ts';
import { searchLeads } from '#lib/domain/inbox/reads/search-leads.ts';
import { getDb } from '#lib/platform/db/client.ts';

/** Newest first unless `oldest`. A few ranges of an index: its cost does not grow. */
export async function listLeads(filter: ListFilter, asked: Asked): Promise<LeadsPage> {
  const { q, ...rest } = filter;
  if (q) return searchLeads({ ...rest, q }, asked);
  const { me, before, limit = PAGE, oldest = false, without } = asked;
  const { read } = getDb();
  const span = await spanOf(read, filter, oldest ? undefined : before);
  if (oldest) span.above = Math.max(span.above, before ?? 0);
  if (without) span.times = sql`${span.times} and (${without}) is not true`;
  const rows = await leadRows(read, idsOf(filter, { me, span, oldest, limit: limit + 1 }));
  return cut(oldest ? rows.reverse() : rows, limit);
}

type Within = { me: string; span: Span; oldest: boolean; limit: number };

function idsOf(filter: ListFilter, { me, span, oldest, limit }: Within): SQL {
  const { kind, state, handled, status, turn, assigned } = filter;
  const narrowed = kind ?? state ?? handled ?? status ?? turn ?? assigned;
  const runs = narrowed ? runsOf(filter, me) : [sql`1`];
  if (runs.length === 0) return sql`select 0 where 0`;
  const way = oldest ? sql`asc` : sql`desc`;
  const first = runs.map(
    (run) => sql`select id from (select id from leads where ${run}
      and id > ${span.above} and id < ${span.below} ${span.times} order by id ${way} limit ${limit})`,
  );
  return sql`${sql.join(first, sql` union all `)} order by id ${way} limit ${limit}`;
}
