import { asc, desc, gte, sql } from 'drizzle-orm';
import { nextMidnight } from '#lib/platform/chile/calendar.ts';
import { isoDay, startOfDay } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { auditDays, auditEvents } from '#lib/platform/db/schema/audit.ts';
import { DAY, HOUR } from '#lib/platform/process/durations.ts';

/**
 * A running server seals a day one hour after the day ended. A seal is reported as late after this
 * time.
 */
const LATE_MS = 6 * HOUR;
/** Number of past days of which late seals are reported. A seal may be late after downtime. */
const REPORTED_DAYS = 90;

type Problem = { problem: string; id: string };

/**
 * Returns ended days without a seal and days that were sealed late. If somebody removes the last
 * seals and has the server seal those days again, the database has no other trace of it.
 */
export async function checkSealTimes(now: number): Promise<Problem[]> {
  const firstDay = isoDay(now - REPORTED_DAYS * DAY);
  const recentDays = await getDb()
    .read.select()
    .from(auditDays)
    .where(gte(auditDays.day, firstDay))
    .orderBy(asc(auditDays.day));
  const lateDays = recentDays.filter(({ day, sealedAt }) => sealedAt > nextMidnight(day) + LATE_MS);
  const problems = lateDays.map(({ day, sealedAt }) => {
    const hours = Math.floor((sealedAt - nextMidnight(day)) / HOUR);
    return { problem: `audit trail: sealed ${hours} hours after its day ended`, id: day };
  });
  return [...problems, ...(await listUnsealedDays(now))];
}

/** Finds the last sealed day, or the one with this digest. */
export async function findSealedDay(digest?: string) {
  const condition = digest === undefined ? undefined : sql`${auditDays.digest} = ${digest}`;
  const newestOrder = desc(auditDays.day);
  const query = getDb()
    .read.select()
    .from(auditDays)
    .where(condition)
    .orderBy(newestOrder)
    .limit(1);
  return (await query)[0] ?? null;
}

async function listUnsealedDays(now: number): Promise<Problem[]> {
  const lastDay = await findSealedDay();
  const todayStart = startOfDay(isoDay(now - LATE_MS));
  const problems: Problem[] = [];
  for (let from = lastDay ? nextMidnight(lastDay.day) : 0; problems.length < REPORTED_DAYS; ) {
    const [firstEvent] = await getDb()
      .read.select({ at: auditEvents.at })
      .from(auditEvents)
      .where(sql`at >= ${from} and at < ${todayStart} and id > ${lastDay?.lastId ?? 0}`)
      .orderBy(asc(auditEvents.at))
      .limit(1);
    if (!firstEvent) break;
    const day = isoDay(firstEvent.at);
    problems.push({ problem: 'audit trail: ended without a seal', id: day });
    from = nextMidnight(day);
  }
  return problems;
}
