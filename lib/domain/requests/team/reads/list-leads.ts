import { type SQL, sql } from 'drizzle-orm';
import type { ListFilter } from '#lib/domain/requests/team/list-query.ts';
import { type IdRange, idRangeOf, indexRangesOf } from '#lib/domain/requests/team/reads/filters.ts';
import {
  LEADS_PAGE_SIZE,
  type LeadsPage,
  type RowsQuery,
  readLeadRows,
  toLeadsPage,
} from '#lib/domain/requests/team/reads/rows.ts';
import { searchLeads } from '#lib/domain/requests/team/reads/search-leads.ts';
import { leadNumberOf, parseSearch } from '#lib/domain/requests/team/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';

/**
 * Lists leads, newest or oldest first. It reads a few ranges of the index, so its cost does not
 * grow with the table.
 */
export async function listLeads(filter: ListFilter, query: RowsQuery): Promise<LeadsPage> {
  const { q, ...rest } = filter;
  if (q) return searchLeads({ ...rest, q }, query);
  const { me, before, limit = LEADS_PAGE_SIZE, isOldestFirst = false, excluded } = query;
  const { read } = getDb();
  const span = await idRangeOf(read, filter, isOldestFirst ? undefined : before);
  if (isOldestFirst) span.above = Math.max(span.above, before ?? 0);
  if (excluded) span.times = sql`${span.times} and (${excluded}) is not true`;
  const rows = await readLeadRows(
    read,
    idsOf(filter, { me, span, isOldestFirst, limit: limit + 1 }),
  );
  return toLeadsPage(isOldestFirst ? rows.reverse() : rows, limit);
}

/** Lists requests that are `emitida` in the CRM but have no issue record here, newest first. */
export async function listUnrecordedRequests(before = Number.MAX_SAFE_INTEGER): Promise<LeadsPage> {
  const ids = sql`select id from leads where crm_issued_at is not null and state <> 'emitida'
    and erased_at is null and id < ${before} order by id desc limit ${LEADS_PAGE_SIZE + 1}`;
  return toLeadsPage(await readLeadRows(getDb().read, ids), LEADS_PAGE_SIZE);
}

/**
 * Finds the lead whose number is `text`, or else the only match of a search. Returns null if there
 * is no such lead.
 */
export async function findOnlyLeadId(text: string, me: string): Promise<number | null> {
  const { leads, before } = await listLeads({ q: text }, { me, limit: 2 });
  const [first] = leads;
  const isNumbered = first && leadNumberOf(first) === parseSearch(text).number;
  return first && (isNumbered || (leads.length === 1 && before === null)) ? first.id : null;
}

type ListWindow = { me: string; span: IdRange; isOldestFirst: boolean; limit: number };

function idsOf(filter: ListFilter, { me, span, isOldestFirst, limit }: ListWindow): SQL {
  const { kind, state, handled, status, turn, assigned } = filter;
  const narrowed = kind ?? state ?? handled ?? status ?? turn ?? assigned;
  const runs = narrowed ? indexRangesOf(filter, me) : [sql`1`];
  if (runs.length === 0) return sql`select 0 where 0`;
  const direction = isOldestFirst ? sql`asc` : sql`desc`;
  const rangeIds = runs.map(
    (run) => sql`select id from (select id from leads where ${run}
      and id > ${span.above} and id < ${span.below} ${span.times} order by id ${direction} limit ${limit})`,
  );
  return sql`${sql.join(rangeIds, sql` union all `)} order by id ${direction} limit ${limit}`;
}
