import { type SQL, sql } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';
import type { ListPage } from '#lib/platform/operations/listing.ts';

/**
 * One of the tables that a list merges. It needs an index on `order` and then `id`.
 * `matchCondition` filters its rows.
 */
export type SortedTable = {
  from: SQL;
  order: SQL;
  id: SQL;
  matchCondition?: SQL | undefined;
};

/** Identifies a row of a merged list: `source` is the position of its table in the list. */
type RowKey = { source: number; id: number };

type PageRequest = { isDescending: boolean; before?: string | undefined; limit: number };

/** A filtered page scans 200 rows, and 5000 when these contain too few matches. */
const SCAN_LIMITS = [200, 5000];

/**
 * Reads a page of rows from several tables, sorted by `order`. With a filter it scans at most 5000
 * rows: the page may then be short, and has `isCut`.
 */
export async function readMergedPage(
  sources: readonly SortedTable[],
  { isDescending, before, limit }: PageRequest,
): Promise<Omit<ListPage<RowKey>, 'next'> & { next: string | null }> {
  const cursor = parseCursor(before);
  const batchSizes = sources.some(({ matchCondition }) => matchCondition)
    ? SCAN_LIMITS
    : [limit + 1];
  for (const batchSize of batchSizes) {
    const scannedRows = await getDb().read.all<Row>(
      pageStatement(sources, { isDescending, cursor, batchSize }),
    );
    const matches = scannedRows.filter(({ isMatch }) => isMatch);
    const rows = matches.slice(0, limit).map(rowKeyIn(sources.length));
    if (matches.length > limit) return { rows, next: cursorOf(matches[limit - 1]) };
    if (scannedRows.length < batchSize) return { rows, next: null };
    if (batchSize === batchSizes.at(-1))
      return { rows, next: cursorOf(scannedRows.at(-1)), isCut: true };
  }
  return { rows: [], next: null };
}

type Row = { key: number; position: string | number; isMatch: 0 | 1 };

const cursorOf = (row: Row | undefined) => (row ? `${row.position}_${row.key}` : null);

/**
 * Decodes a key: `id` times the number of tables, plus the position of the table. Keys are unique.
 */
const rowKeyIn =
  (sourceCount: number) =>
  ({ key }: Row): RowKey => ({ source: key % sourceCount, id: Math.floor(key / sourceCount) });

/**
 * Parses the `next` of an earlier page. Returns null, for the first page, if the text is malformed.
 */
function parseCursor(text = ''): { position: string | number; key: number } | null {
  const [, position = '', key] = /^(.{1,80})_(\d{1,16})$/.exec(text) ?? [];
  if (!key) return null;
  return {
    position: /^-?\d{1,15}$/.test(position) ? Number(position) : position,
    key: Number(key),
  };
}

type PageLookUp = {
  isDescending: boolean;
  cursor: ReturnType<typeof parseCursor>;
  batchSize: number;
};

/** Exported for tests that inspect the query plan. */
export function pageStatement(
  sources: readonly SortedTable[],
  { isDescending, cursor, batchSize }: PageLookUp,
): SQL {
  const [direction, comparison] = isDescending ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`];
  const parts = sources.flatMap(({ from, order, id, matchCondition = sql`1` }, index) => {
    // Rows may share a value of `order`. The first range reads the remaining rows with the cursor's
    // value, the second range the rows with later values.
    const ranges = cursor
      ? [
          sql`${order} = ${cursor.position} and ${id} ${comparison} ${(cursor.key - index) / sources.length} order by`,
          sql`${order} ${comparison} ${cursor.position} order by ${order} ${direction},`,
        ]
      : [sql`1 order by ${order} ${direction},`];
    return ranges.map(
      (
        rangeCondition,
      ) => sql`select * from (select ${id} * ${sources.length} + ${index} as key, ${order} as position,
      ${matchCondition} as "isMatch" from ${from} and ${rangeCondition} ${id} ${direction} limit ${batchSize})`,
    );
  });
  return sql`${sql.join(parts, sql` union all `)} order by position ${direction}, key ${direction} limit ${batchSize}`;
}
