import { sql } from 'drizzle-orm';
import type { LeadKind } from '#lib/domain/leads/schema.ts';
import { addDays } from '#lib/platform/calendar.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { HOUR } from '#lib/platform/durations.ts';
import { isoDay, startOfDay } from '#lib/platform/format.ts';
import type { RequestState } from '#lib/platform/request-states.ts';
import { singleton } from '#lib/platform/singleton.ts';

const WEEKS = 12;

export type Week = {
  /** Its Monday, `YYYY-MM-DD`, on the calendar of Chile. */
  monday: string;
  counts: { kind: LeadKind; state: RequestState; total: number }[];
};

const FRESH_MS = 30_000;

/** `countWeeks`, at most half a minute old: adding up 16,000 hours takes longer than the page. */
export async function recentWeeks(now: number): Promise<Week[]> {
  const kept = singleton<{ at: number; weeks: Week[] }>('inbox-weeks', () => ({
    at: 0,
    weeks: [],
  }));
  if (Math.abs(now - kept.at) >= FRESH_MS)
    Object.assign(kept, { at: now, weeks: await countWeeks(now) });
  return kept.weeks;
}

/** What came in each of the last 12 weeks, this one included, oldest first. */
export async function countWeeks(now: number): Promise<Week[]> {
  const today = isoDay(now);
  const sinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  const mondays = Array.from({ length: WEEKS + 1 }, (_, i) =>
    addDays(today, (i - WEEKS + 1) * 7 - sinceMonday),
  );
  const bounds = mondays.map((day) => Math.floor(startOfDay(day) / HOUR));
  const weeks = bounds.slice(0, -1).map((first, i) => sql`(${i}, ${first}, ${bounds[i + 1]})`);
  const rows = await getDb().read.all<Week['counts'][number] & { week: number }>(sql`
    with weeks (week, first, next) as (values ${sql.join(weeks, sql`, `)})
    select week, kind, state, sum(total) as total from weeks
    cross join lead_counts on hour >= first and hour < next
    where total > 0 group by week, kind, state`);
  return mondays.slice(0, -1).map((monday, i) => ({
    monday,
    counts: rows
      .filter(({ week }) => week === i)
      .map(({ kind, state, total }) => ({ kind, state, total })),
  }));
}
