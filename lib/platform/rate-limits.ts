import { lt, sql } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';
import { rateLimits } from '#lib/platform/db/schema/platform.ts';
import { AppError } from '#lib/platform/errors.ts';
import { sign } from '#lib/platform/secrets.ts';
import { singleton } from '#lib/platform/singleton.ts';

export type Window = { name: string; points: number; seconds: number };

/**
 * Takes one point of a fixed window kept in the database, so that it holds across instances and
 * restarts. Throws `rate_limited` with the seconds until the window ends. `subject` is stored
 * only as a keyed hash.
 */
export async function takePoint(window: Window, subject: string, now: number): Promise<void> {
  const key = `${window.name}:${sign('address', subject).slice(0, 22)}`;
  const blocked = spentWindows().get(key);
  if (blocked !== undefined && blocked > now) throw refusal(window, blocked, now);
  const end = now + window.seconds * 1000;
  const row = await getDb().write((tx) =>
    tx.get<{ points: number; expiresAt: number }>(sql`
      insert into rate_limits (key, points, expires_at) values (${key}, 1, ${end})
      on conflict (key) do update set
        points = case when expires_at <= ${now} then 1 else points + 1 end,
        expires_at = case when expires_at <= ${now} then ${end} else expires_at end
      returning points, expires_at as "expiresAt"`),
  );
  if (!row || row.points <= window.points) return;
  remember(key, row.expiresAt, now);
  throw refusal(window, row.expiresAt, now);
}

export async function sweepRateLimits(now: number): Promise<void> {
  await getDb().write((tx) => tx.delete(rateLimits).where(lt(rateLimits.expiresAt, now)));
}

/** Spent windows, so that a flood costs no writes. Bounded: the oldest is forgotten first. */
function spentWindows(): Map<string, number> {
  return singleton('spent-windows', () => new Map());
}

const MAX_REMEMBERED = 10_000;

function remember(key: string, until: number, now: number): void {
  const blockedUntil = spentWindows();
  blockedUntil.delete(key);
  blockedUntil.set(key, until);
  for (const [known, end] of blockedUntil) {
    if (end > now && blockedUntil.size <= MAX_REMEMBERED) break;
    blockedUntil.delete(known);
  }
}

function refusal(window: Window, until: number, now: number): AppError {
  const seconds = Math.max(1, Math.ceil((until - now) / 1000));
  const name = window.name.replace(/[^\w-]+/g, '-');
  return new AppError('rate_limited', {
    retryAfter: seconds,
    headers: {
      RateLimit: `"${name}";r=0;t=${seconds}`,
      'RateLimit-Policy': `"${name}";q=${window.points};w=${window.seconds}`,
    },
  });
}
