import { and, desc, gt, gte, lt } from 'drizzle-orm';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { rateLimits } from '#lib/platform/db/schema/platform.ts';
import { blockedUntil, keyPrefixOf, type Window } from '#lib/platform/security/rate-limits.ts';
import { limitTimes } from '#lib/platform/web/ip-addresses.ts';

/**
 * Returns until when (ms) the window of each subject is used up at some client's address, the latest
 * of several. Subjects with points left are missing.
 */
export async function findLocks(
  window: Window,
  subjects: readonly string[],
  now: number,
): Promise<number | null> {
  const ends = await Promise.all(
    scopedWindows(window).map(async (scoped) => {
      const { points, expiresAt } = rateLimits;
      const isUsedUp = and(gte(points, scoped.points), gt(expiresAt, now));
      const [row] = await getDb()
        .read.select({ expiresAt })
        .from(rateLimits)
        .where(and(startsWith(scoped, subject), isUsedUp))
        .orderBy(desc(expiresAt))
        .limit(1);
      return row?.expiresAt ?? 0;
    }),
  );
  const rows = await getDb().read.all<{ subject: string; until: number }>(sql`
    select s.value ->> '$.subject' as subject, max(r.expires_at) as until
    from json_each(${JSON.stringify(ranges)}) s cross join rate_limits r
      on r.key >= s.value ->> '$.prefix' and r.key < s.value ->> '$.end'
    where r.points >= s.value ->> '$.points' and r.expires_at > ${now} group by 1`);
  return new Map(rows.map(({ subject, until }) => [subject, until]));
}

/** Lifts all locks of `subject`: it gets back the points of the window at every client's IP. */
export async function liftLock(tx: Tx, window: Window, subject: string): Promise<void> {
  for (const scoped of scopedWindows(window)) {
    await tx.delete(rateLimits).where(startsWith(scoped, subject));
    const prefix = keyPrefixOf(scoped, subject);
    const blocked = blockedUntil();
    for (const key of blocked.keys()) if (key.startsWith(prefix)) blocked.delete(key);
  }
}

const scopedWindows = (window: Window) =>
  limitTimes.map((times) => ({ ...window, points: window.points * times }));

function startsWith(window: Window, subject: string) {
  const prefix = keyPrefixOf(window, subject);
  return and(gte(rateLimits.key, prefix), lt(rateLimits.key, `${prefix.slice(0, -1)}A`));
}

/** A range instead of `like`, because the hash may contain `_`. `A` follows `@`. */
const endOf = (prefix: string) => `${prefix.slice(0, -1)}A`;
