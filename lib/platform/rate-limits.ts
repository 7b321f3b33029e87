import { sql } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';
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
  const blocked = blockedUntil().get(key);
  if (blocked !== undefined && blocked > now) throw refusal(window, blocked, now);
  const end = now + window.seconds * 1000;
  const [row] = await getDb().writeOne<{ points: number; expiresAt: number }>(sql`
    insert into rate_limits (key, points, expires_at) values (${key}, 1, ${end})
    on conflict (key) do update set
      points = case when expires_at <= ${now} then 1 else points + 1 end,
      expires_at = case when expires_at <= ${now} then ${end} else expires_at end
    returning points, expires_at as "expiresAt"`);
  if (!row || row.points <= window.points) return;
  remember(key, row.expiresAt, now);
  throw refusal(window, row.expiresAt, now);
}

export async function sweepRateLimits(now: number): Promise<void> {
  await getDb().writeOne(sql`delete from rate_limits where expires_at < ${now}`);
}

/** Spent windows, so that a flood costs no writes. Bounded: the oldest is forgotten first. */
const blockedUntil = () => singleton('spent-windows', () => new Map<string, number>());
const MAX_REMEMBERED = 10_000;

function remember(key: string, until: number, now: number): void {
  const spent = blockedUntil();
  spent.delete(key);
  spent.set(key, until);
  for (const [known, end] of spent) {
    if (end > now && spent.size <= MAX_REMEMBERED) break;
    spent.delete(known);
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
