import { sql } from 'drizzle-orm';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { exhaustedCounters, keyPrefixOf, type Window } from '#lib/platform/security/rate-limits.ts';
import { limitMultipliers } from '#lib/platform/web/ip-addresses.ts';

/**
 * Returns until when (ms) the window of each subject is used up at some client's IP: the latest
 * such time. Subjects with points left are missing.
 */
export async function listLocks(
  window: Window,
  subjects: readonly string[],
  now: number,
): Promise<Map<string, number>> {
  const ranges = subjects.flatMap((subject) =>
    scopedWindows(window).map(({ points, ...scopedWindow }) => {
      const prefix = keyPrefixOf({ points, ...scopedWindow }, subject);
      return { subject, points, prefix, end: rangeEnd(prefix) };
    }),
  );
  const rows = await getDb().read.all<{ subject: string; until: number }>(sql`
    select s.value ->> '$.subject' as subject, max(r.expires_at) as until
    from json_each(${JSON.stringify(ranges)}) s cross join rate_limits r
      on r.key >= s.value ->> '$.prefix' and r.key < s.value ->> '$.end'
    where r.points >= s.value ->> '$.points' and r.expires_at > ${now} group by 1`);
  return new Map(rows.map(({ subject, until }) => [subject, until]));
}

/** Gives `subject` back all points of the window, for all client IPs. */
export async function liftLock(tx: Tx, window: Window, subject: string): Promise<void> {
  for (const scopedWindow of scopedWindows(window)) {
    await tx.run(sql`delete from rate_limits where ${keyRangeCondition(scopedWindow, subject)}`);
    const prefix = keyPrefixOf(scopedWindow, subject);
    const counters = exhaustedCounters();
    for (const key of counters.keys()) if (key.startsWith(prefix)) counters.delete(key);
  }
}

const scopedWindows = (window: Window) =>
  limitMultipliers.map((times) => ({ ...window, points: window.points * times }));

function keyRangeCondition(window: Window, subject: string) {
  const prefix = keyPrefixOf(window, subject);
  return sql`key >= ${prefix} and key < ${rangeEnd(prefix)}`;
}

/** A range instead of `like`, because the hash may contain `_`. `A` follows `@`. */
const rangeEnd = (prefix: string) => `${prefix.slice(0, -1)}A`;
