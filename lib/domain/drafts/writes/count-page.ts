import { sql } from 'drizzle-orm';
import type { StepId } from '#lib/domain/drafts/steps.ts';
import { now } from '#lib/platform/clock.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { isoDay } from '#lib/platform/format.ts';
import { singleton } from '#lib/platform/singleton.ts';

/** The pages of the wizard, and what comes after the last. */
export type CountedPage = StepId | 'enviada';

const counted = () => singleton('pages-counted', () => new Map<string, number>());

/** One more came this far: a number per day with nothing of the person, written within a minute. */
export function countPage(page: CountedPage): void {
  const key = JSON.stringify([isoDay(now()), page]);
  counted().set(key, (counted().get(key) ?? 0) + 1);
}

/** A kill loses what was counted since; a write that fails is made up for by the next. */
export async function writePageCounts(): Promise<void> {
  const mine = [...counted()];
  if (mine.length === 0) return;
  const rows = mine.map(([key, total]) => [...JSON.parse(key), total]);
  await getDb().write((tx) =>
    tx.run(sql`insert into page_counts (day, page, total)
      select value ->> 0, value ->> 1, value ->> 2 from json_each(${JSON.stringify(rows)}) where true
      on conflict (day, page) do update set total = total + excluded.total`),
  );
  for (const [key, total] of mine) {
    const left = (counted().get(key) ?? 0) - total;
    if (left > 0) counted().set(key, left);
    else counted().delete(key);
  }
}
