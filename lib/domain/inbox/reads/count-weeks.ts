import { sql } from 'drizzle-orm';
import { type Step, steps } from '#lib/domain/drafts/steps.ts';
import type { CountedPage } from '#lib/domain/drafts/writes/count-page.ts';
import type { LeadKind } from '#lib/domain/leads/schema.ts';
import { addDays, WORKING_DAY, workingMs } from '#lib/platform/calendar.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { DAY, HOUR } from '#lib/platform/durations.ts';
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

export type DeskFigures = { weeks: Week[]; pace: Pace; pages: PageCount[] };

/** How many came to a page of the wizard in these weeks. */
export type PageCount = { label: string; total: number };

/** At most half a minute old: adding up 16,000 hours takes longer than the page. */
export async function recentFigures(now: number): Promise<DeskFigures> {
  const kept = singleton<{ at: number; figures: DeskFigures | null }>('desk-figures', () => ({
    at: 0,
    figures: null,
  }));
  if (kept.figures && Math.abs(now - kept.at) < FRESH_MS) return kept.figures;
  const [weeks, pace] = await Promise.all([countWeeks(now), measurePace(now)]);
  kept.at = now;
  kept.figures = { weeks, pace, pages: await countPages(weeks[0]?.monday ?? '') };
  return kept.figures;
}

export type Pace = {
  /** Working time until the first answer, ms; null before there is one. */
  median: number | null;
  /** Those that waited for more than a working day and still do. */
  late: number;
};

const MOST_MEASURED = 200;

/** Of the last 200 leads of these weeks: an answer is a reply, another state, or the mark of handled. */
export async function measurePace(now: number): Promise<Pace> {
  const rows = await getDb().read.all<{ from: number; until: number | null }>(sql`
    select created_at as "from", (select min(at) from lead_events
      where lead_id = leads.id and kind in ('papers', 'reply', 'conditions', 'state', 'handled')) as until
    from leads where erased_at is null and created_at > ${now - WEEKS * 7 * DAY}
    order by id desc limit ${MOST_MEASURED}`);
  const waits = rows.map(({ from, until }) => ({ until, ms: workingMs(from, until ?? now) }));
  const answered = waits.flatMap(({ until, ms }) => (until === null ? [] : [ms]));
  answered.sort((a, b) => a - b);
  return {
    median: answered[answered.length >> 1] ?? null,
    late: waits.filter(({ until, ms }) => until === null && ms > WORKING_DAY).length,
  };
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

/** In the order of the pages, then those that were sent. */
export async function countPages(since: string): Promise<PageCount[]> {
  const rows = await getDb().read.all<{ page: CountedPage; total: number }>(sql`
    select page, sum(total) as total from page_counts where day >= ${since} group by page`);
  const labels = Object.entries<Step>(steps).map(([page, { question, variant }]) => [
    page,
    variant ? `${question} (${variant === 'privados' ? 'privados' : 'licitaciones'})` : question,
  ]);
  return [...labels, ['enviada', 'Enviada']].map(([page, label = '']) => ({
    label,
    total: rows.find((row) => row.page === page)?.total ?? 0,
  }));
}
