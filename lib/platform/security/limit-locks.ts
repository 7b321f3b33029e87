import { sql } from 'drizzle-orm';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import {
  blockedUntil,
  keyPrefixOf,
  type RateCounter,
  type Window,
} from '#lib/platform/security/rate-limits.ts';
import { limitTimes } from '#lib/platform/web/ip-addresses.ts';

/**
 * Returns until when (ms) `subject` is locked out of a window at any client's IP, or null. If there
 * are several locks, the latest counts.
 */
export async function findLock(
  window: Window,
  subject: string,
  now: number,
): Promise<number | null> {
  const ends = await Promise.all(
    scopedWindows(window).map(async (scoped) => {
      const [row] = await getDb().read.all<Pick<RateCounter, 'expiresAt'>>(sql`
        select expires_at as "expiresAt" from rate_limits where ${startsWith(scoped, subject)}
          and points >= ${scoped.points} and expires_at > ${now}
        order by expires_at desc limit 1`);
      return row?.expiresAt ?? 0;
    }),
  );
  return Math.max(...ends) || null;
}

/** Lifts all locks of `subject`: it gets back the points of the window at every client's IP. */
export async function liftLock(tx: Tx, window: Window, subject: string): Promise<void> {
  for (const scoped of scopedWindows(window)) {
    await tx.run(sql`delete from rate_limits where ${startsWith(scoped, subject)}`);
    const prefix = keyPrefixOf(scoped, subject);
    const blocked = blockedUntil();
    for (const key of blocked.keys()) if (key.startsWith(prefix)) blocked.delete(key);
  }
}

const scopedWindows = (window: Window) =>
  limitTimes.map((times) => ({ ...window, points: window.points * times }));

/**
 * Matches keys by a range, because `like` would treat a `_` in the hash as a wildcard. `A` follows
 * `@` in ASCII.
 */
function startsWith(window: Window, subject: string) {
  const prefix = keyPrefixOf(window, subject);
  return sql`key >= ${prefix} and key < ${`${prefix.slice(0, -1)}A`}`;
}
