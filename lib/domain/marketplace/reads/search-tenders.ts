import { type SQL, sql } from 'drizzle-orm';
import { PUBLISHED, toFtsQuery } from '#lib/domain/marketplace/rules.ts';
import type { TenderListItem } from '#lib/domain/marketplace/schema.ts';
import { getDb } from '#lib/platform/db/client.ts';

export type TenderSearch = {
  /** Beginnings of words. Each must occur in id, name, buyer or unit. */
  words?: string | undefined;
  /** Beginnings of words of the buyer's name or its unit's. */
  buyerWords?: string | undefined;
  codigoOrganismo?: string | undefined;
  /** `LE`, `LP`, … */
  tipo?: string | undefined;
  /** Earliest closing time (ms), usually now. */
  closingFrom: number;
  closingBefore?: number | undefined;
  /** `next` of the previous page. An invalid one is ignored. */
  cursor?: string | undefined;
  limit?: number;
};

const PAGE_SIZE = 20;
/** Counting stops at this number, because more would take long. */
const MAX_COUNTED_TENDERS = 1000;

/**
 * Searches the stored published tenders, the first to close first. `next` is the cursor of the next
 * page, or null. Makes no call.
 */
export async function searchTenders(
  search: TenderSearch,
): Promise<{ tenders: TenderListItem[]; next: string | null }> {
  const { limit = PAGE_SIZE } = search;
  const rows = await getDb().read.all<TenderListItem & { id: number }>(sql`
    select id, code, name, type, state, state_code as "stateCode", buyer_code as "buyerCode",
      buyer_name as "buyerName", unit_name as "unitName", region, published_at as "publishedAt",
      closes_at as "closesAt", amount, currency
    from marketplace_tenders
    where ${sql.join(conditionsOf(search), sql` and `)}
    order by closes_at, id limit ${limit + 1}`);
  const tenders = rows.slice(0, limit).map(({ id: _, ...tender }) => tender);
  const lastRow = rows.length > limit ? rows[limit - 1] : undefined;
  return { tenders, next: lastRow ? `${lastRow.closesAt}-${lastRow.id}` : null };
}

/** Counts the matches of a search over all its pages, up to `MAX_COUNTED_TENDERS`. */
export async function countTenders(search: TenderSearch): Promise<number> {
  const [row] = await getDb().read.all<{ found: number }>(sql`
    select count(*) as found from (
      select 1 from marketplace_tenders
      where ${sql.join(conditionsOf({ ...search, cursor: undefined }), sql` and `)}
      limit ${MAX_COUNTED_TENDERS})`);
  return row?.found ?? 0;
}

function conditionsOf(search: TenderSearch): SQL[] {
  const { words, codigoOrganismo, tipo, closingFrom, closingBefore } = search;
  const conditions = [sql`closes_at >= ${closingFrom}`, sql`state_code = ${PUBLISHED}`];
  const ftsQuery = buildFtsQuery(words, search.buyerWords);
  const cursor = /^(\d{1,15})-(\d{1,15})$/.exec(search.cursor ?? '');
  if (closingBefore !== undefined) conditions.push(sql`closes_at < ${closingBefore}`);
  if (tipo) conditions.push(sql`type = ${tipo}`);
  if (codigoOrganismo) conditions.push(sql`buyer_code = ${codigoOrganismo}`);
  if (cursor) {
    conditions.push(sql`(closes_at, id) > (${Number(cursor[1])}, ${Number(cursor[2])})`);
  }
  // `+id` makes SQLite follow the index of closing times. Otherwise it would sort all matches of
  // the words.
  if (ftsQuery) {
    conditions.push(sql`+id in (select rowid from marketplace_tenders_fts
      where marketplace_tenders_fts match ${ftsQuery})`);
  }
  return conditions;
}

function buildFtsQuery(words = '', buyerWords = ''): string | null {
  const anywhereQuery = toFtsQuery(words);
  const buyerQuery = toFtsQuery(buyerWords);
  if (!buyerQuery) return anywhereQuery;
  const buyerClause = `{buyer_name unit_name} : (${buyerQuery})`;
  return anywhereQuery ? `(${anywhereQuery}) AND (${buyerClause})` : buyerClause;
}
