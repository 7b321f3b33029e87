import { eq, type SQL, sql } from 'drizzle-orm';
import { listNumberedLeadIds } from '#lib/domain/requests/leads/reads/number-matches.ts';
import type { ListFilter } from '#lib/domain/requests/team/list-query.ts';
import {
  filterCondition,
  type IdRange,
  idRangeOf,
} from '#lib/domain/requests/team/reads/filters.ts';
import {
  idList,
  LEADS_PAGE_SIZE,
  type LeadsPage,
  type RowsQuery,
  readLeadRows,
  toLeadsPage,
} from '#lib/domain/requests/team/reads/rows.ts';
import {
  hasOpenPhrase,
  parseSearch,
  planQuickSearch,
  planSearch,
  type SearchPlan,
} from '#lib/domain/requests/team/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';

/** Matches examined per page: 100, and 400 more if too few of them pass the other filters. */
const BATCH_SIZES = [100, 400] as const;
/**
 * An unfinished word counts as common if at least this share of the leads with its first letters
 * match it.
 */
const MIN_COMMON_SHARE = 1 / 20;

/**
 * Searches leads, newest first. The lead with the typed number comes first. The index is slow with
 * an unfinished word, because it merges all words that begin with it. Instead, the newest matches
 * of the word's first letters are read and compared here.
 */
export async function searchLeads(
  filter: ListFilter & { q: string },
  { me, before, limit = LEADS_PAGE_SIZE }: RowsQuery,
): Promise<LeadsPage> {
  const { read } = getDb();
  const search = parseSearch(filter.q);
  const span = await idRangeOf(read, filter, before);
  const restCondition = sql`${filterCondition(filter, me)} ${span.times}`;
  if (search.email && (await hasLeadWith(search.email))) {
    return toLeadsPage(
      await readLeadRows(read, idsOf(search.email, { span, rest: restCondition, limit })),
      limit,
    );
  }
  const numberedLeads = await readLeadRows(
    read,
    sql`select id from leads where id in (${idList(await listNumberedLeadIds(filter.q))}) and ${restCondition}`,
  );
  const exact = before === undefined ? numberedLeads : [];
  if (search.phrases.length === 0) return toLeadsPage(exact, limit);
  const { ids, ...more } = (await searchQuickly()) ?? (await searchInBatches(planSearch(search)));
  const rows = await readLeadRows(read, idList(ids.slice(0, limit + 1)));
  const page =
    more.examinedCount === undefined ? toLeadsPage(rows, limit) : { leads: rows, ...more };
  const otherLeads = page.leads.filter(({ id }) => !numberedLeads.some((lead) => lead.id === id));
  return { ...page, leads: [...exact, ...otherLeads] };

  async function searchQuickly(): Promise<SearchResult | null> {
    const plan = planQuickSearch(search);
    if (!plan) return null;
    const first = await scan(plan, { batchSize: BATCH_SIZES[0], below: span.below });
    const isCommon = first.matching.length >= first.rows.length * MIN_COMMON_SHARE;
    return isCommon || first.rows.length < BATCH_SIZES[0] ? searchInBatches(plan, first) : null;
  }

  async function searchInBatches(plan: SearchPlan, first?: SearchBatch): Promise<SearchResult> {
    const ids: number[] = [];
    let [below, examinedCount] = [span.below, 0];
    for (const batchSize of BATCH_SIZES) {
      const batch = examinedCount === 0 ? first : undefined;
      const { rows, matching } = batch ?? (await scan(plan, { batchSize, below }));
      ids.push(...matching.filter(({ passes }) => passes).map(({ id }) => id));
      if (ids.length > limit || rows.length < batchSize) return { ids };
      below = rows.at(-1)?.id ?? 0;
      examinedCount += rows.length;
    }
    return { ids, before: below, examinedCount };
  }

  async function scan(
    { match, needsComparison }: SearchPlan,
    range: { batchSize: number; below: number },
  ): Promise<SearchBatch> {
    const rows = await read.all<Match>(
      scanQuery({ match, rest: restCondition, above: span.above, ...range }),
    );
    return {
      rows,
      matching: needsComparison ? rows.filter((row) => hasOpenPhrase(search, row)) : rows,
    };
  }
}

type SearchResult = { ids: number[] } & (
  | { examinedCount?: undefined }
  | { before: number; examinedCount: number }
);

type Match = Parameters<typeof hasOpenPhrase>[1] & { id: number; passes: 0 | 1 };

type SearchBatch = { rows: Match[]; matching: Match[] };

type ScanQuery = { match: string; rest: SQL; batchSize: number; above: number; below: number };

/** Selects the newest matches. For each, tells whether the rest of the filter accepts it. */
function scanQuery({ match, rest, batchSize, above, below }: ScanQuery): SQL {
  return sql`
    select found.id, (${rest}) as passes, name, email, rut, company, tender_id as "tenderId",
      phone, answers ->> '$.mensaje' as message, about, tender_words as "tenderWords"
    from (
      select rowid as id from leads_search where leads_search match ${match}
        and rowid > ${above} and rowid < ${below} order by rowid desc limit ${batchSize}
    ) found cross join leads on leads.id = found.id
    order by found.id desc`;
}

async function hasLeadWith(email: string): Promise<boolean> {
  return (await getDb().read.$count(leads, eq(leads.email, email))) > 0;
}

function idsOf(email: string, { span, rest, limit }: { span: IdRange; rest: SQL; limit: number }) {
  return sql`select id from leads where email = ${email} and id > ${span.above}
    and id < ${span.below} and ${rest} order by id desc limit ${limit + 1}`;
}
