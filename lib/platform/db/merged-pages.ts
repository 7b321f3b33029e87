import { type SQL, sql } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';
import type { ListPage } from '#lib/platform/operations/listing.ts';

/** A list may merge several tables. Each is an arm, which needs an index on `by` and then `id`. */
export type SortedTable = {
  from: SQL;
  by: SQL;
  id: SQL;
  passes?: SQL | undefined;
};

/** Identifies a row by the position of its table among the arms, and its `id`. */
export type RowKey = { arm: number; id: number };

type PageRequest = { down: boolean; before?: string | undefined; limit: number };

/** A filtered page reads up to 200 rows, and up to 5000 if these did not fill it. */
const SCAN_LIMITS = [200, 5000];

/** Reads a page in the order of `by`. A filtered one ends after 5000 rows, even if not full. */
export async function readMergedPage(
  arms: readonly SortedTable[],
  { down, before, limit }: PageRequest,
): Promise<Omit<ListPage<RowKey>, 'next'> & { next: string | null }> {
  const place = readPlace(before);
  const looks = arms.some(({ passes }) => passes) ? SCAN_LIMITS : [limit + 1];
  for (const most of looks) {
    const looked = await getDb().read.all<Row>(pageStatement(arms, { down, place, most }));
    const found = looked.filter(({ passes }) => passes);
    const rows = found.slice(0, limit).map(placeOf(arms.length));
    if (found.length > limit) return { rows, next: nextOf(found[limit - 1]) };
    if (looked.length < most) return { rows, next: null };
    if (most === looks.at(-1)) return { rows, next: nextOf(looked.at(-1)), isCut: true };
  }
  return { rows: [], next: null };
}

type Row = { key: number; place: string | number; passes: 0 | 1 };

const nextOf = (row: Row | undefined) => (row ? `${row.place}_${row.key}` : null);

/** A key is `id` times the number of arms plus the arm, so no two rows share one. */
const placeOf =
  (arms: number) =>
  ({ key }: Row): RowKey => ({ arm: key % arms, id: Math.floor(key / arms) });

/** Parses the `next` of an earlier page. Any other text means the first page. */
function readPlace(text = ''): { at: string | number; key: number } | null {
  const [, at = '', key] = /^(.{1,80})_(\d{1,16})$/.exec(text) ?? [];
  if (!key) return null;
  return { at: /^-?\d{1,15}$/.test(at) ? Number(at) : at, key: Number(key) };
}

type PageLookUp = { down: boolean; place: ReturnType<typeof readPlace>; most: number };

/** Exported for tests that inspect the query plan. */
export function pageStatement(
  arms: readonly SortedTable[],
  { down, place, most }: PageLookUp,
): SQL {
  const [way, beyond] = down ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`];
  const parts = arms.flatMap(({ from, by, id, passes = sql`1` }, n) => {
    // Rows may share a value of `by`: one range reads the rest of it, another what follows.
    const ranges = place
      ? [
          sql`${by} = ${place.at} and ${id} ${beyond} ${(place.key - n) / arms.length} order by`,
          sql`${by} ${beyond} ${place.at} order by ${by} ${way},`,
        ]
      : [sql`1 order by ${by} ${way},`];
    return ranges.map(
      (after) => sql`select * from (select ${id} * ${arms.length} + ${n} as key, ${by} as place,
      ${passes} as passes from ${from} and ${after} ${id} ${way} limit ${most})`,
    );
  });
  return sql`${sql.join(parts, sql` union all `)} order by place ${way}, key ${way} limit ${most}`;
}
