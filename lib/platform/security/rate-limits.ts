import { lt, type SQL, sql } from 'drizzle-orm';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { rateLimits } from '#lib/platform/db/schema/platform.ts';
import { countedEmail } from '#lib/platform/mail/email-address.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { SKEW_MS } from '#lib/platform/process/clock.ts';
import { singleton } from '#lib/platform/process/singleton.ts';
import { sign } from '#lib/platform/security/secrets.ts';
import { limitScopesOf } from '#lib/platform/web/ip-addresses.ts';

export type Window = { name: string; points: number; seconds: number };

export type RateCounter = { points: number; expiresAt: number };

/**
 * Takes points of a fixed window, which all instances share in the database. Throws `rate_limited`.
 * `subject` is stored as a keyed hash. While the database takes no writes, the window is counted in
 * memory. `now` is in ms.
 */
export async function consumePoint(
  window: Window,
  subject: string,
  now: number,
  points = 1,
): Promise<void> {
  await consumeKey(window, counterKey(window, subject), { now, points });
}

async function consumeKey(
  window: Window,
  key: string,
  { now, points }: { now: number; points: number },
): Promise<void> {
  const end = now + window.seconds * 1000;
  const exhaustedCounter = exhaustedCounters().get(key);
  if (
    exhaustedCounter &&
    now < exhaustedCounter.checkAt &&
    isCurrent(exhaustedCounter.expiresAt, end, now)
  )
    throw rateLimitError(window, exhaustedCounter.expiresAt, now);
  const row = await consumeStored(key, { points, expiresAt: end }, now).catch((error) =>
    consumeInMemory(error, key, { points, expiresAt: end }, now),
  );
  if (!row || row.points <= window.points) return;
  remember(exhaustedCounters(), key, { expiresAt: row.expiresAt, checkAt: now + RECHECK_MS });
  throw rateLimitError(window, row.expiresAt, now);
}

/**
 * Returns the key of a counter. The rule is part of the key, so that two windows with the same name
 * have separate counters.
 */
export function counterKey({ name, points, seconds }: Window, subject: string): string {
  return `${name}/${points}/${seconds}:${hashOf(subject)}`;
}

const hashOf = (subject: string) => sign('address', subject).slice(0, 22);

/** Returns false if taking a point throws `rate_limited`, else true. */
export async function tryConsume(consumption: Promise<void>): Promise<boolean> {
  try {
    await consumption;
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return false;
    throw error;
  }
}

/**
 * Returns the common beginning of all keys of `subject`, for all client IPs. With it, the team can
 * find and lift locks without knowing those IPs.
 */
export function keyPrefixOf(window: Window, subject: string): string {
  return `${counterKey(window, subject)}@`;
}

/**
 * Takes a point of the window for the client's IP. For IPv6 it also takes one of the whole /48,
 * which has three times as many. Throws `rate_limited`.
 */
export async function consumePointAt(
  ip: string,
  window: Window,
  subject: string,
  now: number,
): Promise<void> {
  for (const { scope, times } of limitScopesOf(ip)) {
    const scoped = { ...window, points: window.points * times };
    await consumeKey(scoped, `${keyPrefixOf(scoped, subject)}${hashOf(scope)}`, { now, points: 1 });
  }
}

/** Limits for an e-mail: `perIp` for each client's IP and `inAll` for all IPs together. */
type SharedLimit = { name: string; perIp: number; inAll: number; seconds: number };

/**
 * Takes a point of `perIp` and only then of `inAll`, so that one client alone cannot lock out the
 * owner of the e-mail. Throws `rate_limited`.
 */
export async function consumeSharedLimit(
  { name, perIp, inAll, seconds }: SharedLimit,
  email: string,
  { ip, now }: { ip: string; now: number },
): Promise<void> {
  if (!getEnv().hasRateLimits) return;
  const subject = countedEmail(email) ?? '';
  await consumePointAt(ip, { name: `${name}/email+ip`, points: perIp, seconds }, subject, now);
  await consumePoint({ name: `${name}/email`, points: inAll, seconds }, subject, now);
}

async function consumeStored(
  key: string,
  increment: RateCounter,
  now: number,
): Promise<RateCounter | undefined> {
  // This write is not flushed, because every request waits for it. A power cut may lose points.
  const [row] = await getDb().writeOne<RateCounter>(
    addPointsStatement([{ key, ...increment }], increment.points, now),
    {
      flush: false,
    },
  );
  return row;
}

export function addPointsStatement(
  counters: { key: string; expiresAt: number }[],
  points: number,
  now: number,
): SQL {
  const rows = counters.map(({ key, expiresAt }) => sql`(${key}, ${points}, ${expiresAt})`);
  const overCondition = sql`expires_at <= ${now} or expires_at > excluded.expires_at + ${SKEW_MS}`;
  return sql`
    insert into rate_limits (key, points, expires_at) values ${sql.join(rows, sql`, `)}
    on conflict (key) do update set
      points = case when ${overCondition} then excluded.points else points + excluded.points end,
      expires_at = case when ${overCondition} then excluded.expires_at else expires_at end
    returning key, points, expires_at as "expiresAt"`;
}

function isCurrent(expiresAt: number, end: number, now: number): boolean {
  return expiresAt > now && expiresAt <= end + SKEW_MS;
}

function consumeInMemory(
  error: unknown,
  key: string,
  increment: RateCounter,
  now: number,
): RateCounter {
  if (!(error instanceof AppError) || error.code !== 'unavailable') throw error;
  const windows = singleton('windows-in-memory', () => new Map<string, RateCounter>());
  const window = windows.get(key);
  const isCurrentWindow = window && isCurrent(window.expiresAt, increment.expiresAt, now);
  const counter = isCurrentWindow
    ? { ...window, points: window.points + increment.points }
    : increment;
  remember(windows, key, counter);
  return counter;
}

export async function sweepRateLimits(now: number): Promise<void> {
  await getDb().write((tx) => tx.delete(rateLimits).where(lt(rateLimits.expiresAt, now)));
}

/** Counters that are used up, kept in memory so that a flood of requests causes few writes. */
export const exhaustedCounters = () =>
  singleton('spent-windows', () => new Map<string, { expiresAt: number; checkAt: number }>());
/** Time (ms) after which the database is read again, because another instance may lift a lock. */
const RECHECK_MS = 10_000;
const MAX_REMEMBERED_KEYS = 10_000;

/** Adds an entry, and removes the oldest one when the map is full. */
function remember<V>(entries: Map<string, V>, key: string, value: V): void {
  entries.delete(key);
  entries.set(key, value);
  const [oldest] = entries.keys();
  if (entries.size > MAX_REMEMBERED_KEYS && oldest !== undefined) entries.delete(oldest);
}

export function rateLimitError(
  window: Window,
  until: number,
  now: number,
  message?: string,
): AppError {
  const seconds = Math.max(1, Math.ceil((until - now) / 1000));
  const name = window.name.replace(/[^\w-]+/g, '-');
  return new AppError('rate_limited', {
    ...(message && { message }),
    retryAfter: seconds,
    limit: { ...window, name },
  });
}
