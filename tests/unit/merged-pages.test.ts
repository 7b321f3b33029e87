import { type SQL, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { readMergedPage, type SortedTable } from '#lib/platform/db/merged-pages.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest();

/** A table of the numbers from 1 to `last`, whose `order` is their half, so that two share a value. */
const numbersTo = (last: number, isMatch?: SQL): SortedTable => ({
  from: sql`(with recursive n (id) as (select 1 union all select id + 1 from n where id < ${last})
    select id, id / 2 as half from n) where 1`,
  order: sql`half`,
  id: sql`id`,
  matchCondition: isMatch,
});

test.each([true, false])(
  'a filter that matches few rows of many finds all of them, with empty pages in between (down: %j)',
  async (isDescending) => {
    const tables = [
      numbersTo(12_000, sql`id in (1, 6001, 12000)`),
      numbersTo(7000, sql`id in (6000, 6001)`),
    ];
    const found: string[] = [];
    let emptyPages = 0;
    let before: string | undefined;
    do {
      const { rows, next } = await readMergedPage(tables, { isDescending, before, limit: 2 });
      found.push(...rows.map(({ source, id }) => `${source}:${id}`));
      emptyPages += rows.length === 0 ? 1 : 0;
      before = next ?? undefined;
    } while (before);
    const upwards = ['0:1', '1:6000', '0:6001', '1:6001', '0:12000'];
    expect(found).toEqual(isDescending ? upwards.reverse() : upwards);
    expect(emptyPages).toBeGreaterThan(0);
  },
);
