import { gte, type SQL, sql } from 'drizzle-orm';
import { steps } from '#lib/domain/drafts/steps.ts';
import {
  listCountedPages,
  pageCountKey,
  pageVariants,
  type Variant,
} from '#lib/domain/drafts/writes/count-page.ts';
import type { LeadKind } from '#lib/domain/requests/leads/schema.ts';
import {
  cappedCountQuery,
  MAX_COUNTED,
  readTotal,
} from '#lib/domain/requests/team/reads/counts.ts';
import {
  firstAnswerColumn,
  indexRangesOf,
  lateCondition,
} from '#lib/domain/requests/team/reads/filters.ts';
import { addDays, workingMs } from '#lib/platform/chile/calendar.ts';
import { isoDay, startOfDay } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { pageCounts } from '#lib/platform/db/schema/drafts.ts';
import type { RequestState } from '#lib/platform/db/schema/request-states.ts';
import { HOUR } from '#lib/platform/process/durations.ts';
import { singleton } from '#lib/platform/process/singleton.ts';

const WEEK_COUNT = 12;

type Week = {
  /** The Monday of the week, `YYYY-MM-DD`, on the calendar of Chile. */
  monday: string;
  /** True if all requests of the week are older than `DECIDED_DAYS`. */
  isOld: boolean;
  counts: { kind: LeadKind; state: RequestState; total: number }[];
};

/** Days within which most requests are decided. A younger one may still be issued. */
const DECIDED_DAYS = 14;

const FRESH_MS = 30_000;

export type TeamFigures = { weeks: Week[]; pace: Pace; funnels: Funnel[] };

type Funnel = { variant: Variant; pages: { label: string; total: number }[] };

/**
 * Returns figures up to 30 s old, because adding up 16,000 hourly counts takes longer than the rest
 * of the page.
 */
export async function recentFigures(now: number): Promise<TeamFigures> {
  const cache = singleton<{ at: number; figures: TeamFigures | null }>('desk-figures', () => ({
    at: 0,
    figures: null,
  }));
  if (cache.figures && Math.abs(now - cache.at) < FRESH_MS) return cache.figures;
  const [weeks, pace] = await Promise.all([listWeekFigures(now), measurePace(now)]);
  cache.at = now;
  cache.figures = { weeks, pace, funnels: await listFunnels(weeks[0]?.monday ?? '') };
  return cache.figures;
}

type Pace = {
  /** Median working time until the first answer (ms), or null if there was no answer. */
  median: number | null;
  byWeek: (number | null)[];
  /** Number of leads that have waited for more than a working day, up to MAX_COUNTED + 1. */
  late: number;
};

const MAX_MEASURED_LEADS = 50;

/** Measures how fast the team answers, by the last 50 leads of each week. */
export async function measurePace(now: number): Promise<Pace> {
  const rows = await getDb().read.all<{ week: number; from: number; until: number | null }>(sql`
    with ${weekTable(mondaysOf(now), 1)}
    select week, created_at as "from", ${firstAnswerColumn} as until
    from weeks cross join leads on leads.id in (select id from leads
      where created_at >= first and created_at < next and erased_at is null
      order by created_at desc limit ${MAX_MEASURED_LEADS})`);
  const waits = rows.flatMap(({ week, from, until }) =>
    until === null ? [] : [{ week, ms: workingMs(from, until) }],
  );
  const lateQueries = indexRangesOf({ status: 'atrasadas' }, '').map(
    (run) => sql`select 1 from leads where ${run} ${lateCondition(now)}`,
  );
  return {
    median: medianOf(waits),
    byWeek: Array.from({ length: WEEK_COUNT }, (_, index) =>
      medianOf(waits.filter(({ week }) => week === index)),
    ),
    late: await readTotal(
      cappedCountQuery(MAX_COUNTED + 1, sql.join(lateQueries, sql` union all `)),
    ),
  };
}

function medianOf(waits: readonly { ms: number }[]): number | null {
  const sorted = waits.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? null;
}

/**
 * Returns 13 Mondays, oldest first: those of the last 12 weeks, this week included, and of next
 * week.
 */
function mondaysOf(now: number): string[] {
  const today = isoDay(now);
  const sinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  return Array.from({ length: WEEK_COUNT + 1 }, (_, index) =>
    addDays(today, (index - WEEK_COUNT + 1) * 7 - sinceMonday),
  );
}

function weekTable(mondays: readonly string[], unitMs: number): SQL {
  const bounds = mondays.map((day) => Math.floor(startOfDay(day) / unitMs));
  const weeks = bounds
    .slice(0, -1)
    .map((first, index) => sql`(${index}, ${first}, ${bounds[index + 1]})`);
  return sql`weeks (week, first, next) as (values ${sql.join(weeks, sql`, `)})`;
}

export async function listWeekFigures(now: number): Promise<Week[]> {
  const mondays = mondaysOf(now);
  const rows = await getDb().read.all<Week['counts'][number] & { week: number }>(sql`
    with ${weekTable(mondays, HOUR)}
    select week, kind, state, sum(total) as total from weeks
    cross join lead_counts on hour >= first and hour < next
    where total > 0 group by week, kind, state`);
  return mondays.slice(0, -1).map((monday, index) => ({
    monday,
    isOld: addDays(monday, 7 + DECIDED_DAYS) <= isoDay(now),
    counts: rows
      .filter(({ week }) => week === index)
      .map(({ kind, state, total }) => ({ kind, state, total })),
  }));
}

/**
 * Counts visits to the wizard's pages, in the order of the pages, and then sent requests, since a
 * day (`YYYY-MM-DD`). Both variants begin with the same page.
 */
export async function listFunnels(sinceDay: string): Promise<Funnel[]> {
  const { page, day } = pageCounts;
  const rows = await getDb()
    .read.select({ page, total: sql<number>`sum(${pageCounts.total})` })
    .from(pageCounts)
    .where(gte(day, sinceDay))
    .groupBy(page);
  return pageVariants.map((variant) => ({
    variant,
    pages: listCountedPages(variant).map((page) => ({
      label: page === 'enviada' ? 'Enviada' : steps[page].question,
      total: rows.find((row) => row.page === pageCountKey(page, variant))?.total ?? 0,
    })),
  }));
}
