import { isLookUpUnavailable, toApiError } from '#lib/domain/marketplace/reads/refusals.ts';
import {
  findInMemory,
  findStoredReply,
  keepInMemory,
  type StoredReply,
  storeReply,
} from '#lib/domain/marketplace/reads/stored-replies.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import type { QueryOptions } from '#lib/platform/mercado-publico/call-slot.ts';
import { MarketplaceFailure } from '#lib/platform/mercado-publico/failure.ts';
import { getCallTimes } from '#lib/platform/mercado-publico/timing.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { GuestCtx } from '#lib/platform/operations/operation.ts';
import { now } from '#lib/platform/process/clock.ts';
import { log } from '#lib/platform/process/log.ts';
import { singleton } from '#lib/platform/process/singleton.ts';
import { withTimeout } from '#lib/platform/process/timeout.ts';
import { consumePoint } from '#lib/platform/security/rate-limits.ts';
import { limitSubject } from '#lib/platform/web/ip-addresses.ts';

/** A query to Mercado Público, and how its answer is cached. */
export type CachedQuery<T> = {
  key: string;
  ask: (
    patience: QueryOptions,
    lookAgain: () => Promise<StoredReply<T> | null>,
  ) => Promise<{ value: T } | { found: StoredReply<T> }>;
  /** How long (ms) the answer counts as current. */
  maxAge: (value: T, now: number) => number;
  /** Returns whether a list or an answer contained this code or RUT. If so, no guest made it up. */
  isKnown: () => Promise<boolean>;
  /** Stores the parts of a new answer that searches need. */
  remember?: (value: T, now: number) => Promise<void>;
};

export type CachedReply<T> = { value: T; fetchedAt: number; stale: boolean };

/** A person who looks something up. Only the wizard may use all calls of the day. */
export type LookUpCaller = Pick<GuestCtx, 'ip' | 'now'> & { wizard?: true };

/** `background` gives way to people. Jobs have no `inquirer`. `fresh` excludes expired answers. */
export type LookUpOptions = { background?: boolean; inquirer?: LookUpCaller; fresh?: boolean };

/** Uncached lookups per IP. The API allows the whole app about 400 calls an hour. */
export const UNCACHED_LIMIT = { name: 'marketplace/uncached', points: 180, seconds: 3600 } as const;

/** Minimum time between two background renewals of one key. */
export const RETRY_MS = 30_000;

/**
 * Returns an answer from memory, the database or the API. If the API is slow or down, returns an
 * expired answer, marked `stale`, and renews it in the background. Throws:
 * - `not_configured` without a ticket of the API
 * - `validation_failed` if the API refuses the query
 * - `upstream_failed` or `upstream_timeout` if the API fails or is too slow
 * - `unavailable` if no calls are left today
 * - `rate_limited` if this IP has made too many lookups
 */
export async function lookUp<T>(
  question: CachedQuery<T>,
  options: LookUpOptions = {},
): Promise<CachedReply<T>> {
  const storedAnswer = await findInMemoryOrDatabase<T>(question.key);
  if (storedAnswer && storedAnswer.expiresAt > now()) return { ...storedAnswer, stale: false };
  // A stored null means that nothing was found. It is not used after it has expired.
  const expiredAnswer =
    storedAnswer && storedAnswer.value !== null && !options.fresh ? storedAnswer : null;
  try {
    if (!inFlight().has(question.key)) await consumeLookUpPoint(options);
  } catch (error) {
    const isLimited = error instanceof AppError && error.code === 'rate_limited';
    if (expiredAnswer && isLimited) return { ...expiredAnswer, stale: true };
    throw error;
  }
  try {
    if (!expiredAnswer) {
      const open = await isGuess(question, options);
      return { ...(await renew(question, { ...options, open })), stale: false };
    }
    const renewedAnswer = healthOf(question).isDown ? null : await renewInTime(question, options);
    if (renewedAnswer) return { ...renewedAnswer, stale: false };
  } catch (error) {
    throw toApiError(error);
  }
  renewInBackground(question);
  return { ...expiredAnswer, stale: true };
}

/**
 * Does what `lookUp` does, but returns null if there is no answer now or if it takes longer than a
 * page may wait. A late answer is still stored.
 */
export async function lookUpInTime<T>(
  question: CachedQuery<T>,
  options?: LookUpOptions,
): Promise<CachedReply<T> | null> {
  const answer = lookUp(question, options).catch((error: unknown) => {
    if (isLookUpUnavailable(error)) return null;
    throw error;
  });
  return withTimeout(answer, getCallTimes().wizardPageWaitMs, () => null);
}

/** Counts a lookup against the limit of the caller's IP. Throws `rate_limited`. */
async function consumeLookUpPoint({ inquirer }: LookUpOptions): Promise<void> {
  if (inquirer && getEnv().hasRateLimits) {
    await consumePoint(UNCACHED_LIMIT, limitSubject(inquirer.ip), inquirer.now);
  }
}

/** Returns whether a guest may have made the code up: no list or answer has contained it. */
async function isGuess<T>(question: CachedQuery<T>, { inquirer }: LookUpOptions): Promise<boolean> {
  return inquirer !== undefined && !inquirer.wizard && !(await question.isKnown());
}

/** Returns the answer that is stored under this key, however old, or null. Makes no call. */
export async function findInMemoryOrDatabase<T>(key: string): Promise<StoredReply<T> | null> {
  return findInMemory<T>(key, now()) ?? findStoredReply<T>(key);
}

/** Aborts all lookups and waits until they have ended. Lookups that begin later fail. */
export async function stopLookUps(): Promise<void> {
  stopController().abort();
  await Promise.allSettled([...inFlight().values()].map(({ answer }) => answer));
}

const stopController = () => singleton('marketplace-stopping', () => new AbortController());

/** A call in progress. An `open` one may use only the guests' share of the day's calls. */
type InFlight = {
  answer: Promise<StoredReply<unknown>>;
  startedAt: number;
  background: boolean;
  open: boolean;
};
type RenewalOptions = { background?: boolean; open?: boolean };
const inFlight = () => singleton('marketplace-in-flight', () => new Map<string, InFlight>());

/**
 * `isDown` is true after a call of this kind failed; an expired answer is then returned without
 * waiting. `triedAt` has the time (ms) of the last attempt by key.
 */
type Health = { isDown: boolean; triedAt: Map<string, number> };

function healthOf({ key }: { key: string }): Health {
  const kinds = singleton('marketplace-health', () => new Map<string, Health>());
  const kind = key.split(':', 1)[0] ?? '';
  const current = kinds.get(kind) ?? { isDown: false, triedAt: new Map() };
  kinds.set(kind, current);
  return current;
}

/** Returns when (ms) the API was last queried under this key, or null if that is not known. */
export function findTriedAt(key: string): number | null {
  return healthOf({ key }).triedAt.get(key) ?? null;
}

async function renew<T>(
  question: CachedQuery<T>,
  options: RenewalOptions,
): Promise<StoredReply<T>> {
  const runningCall = inFlight().get(question.key);
  if (runningCall) {
    // One key always stands for the same query, so the type is known.
    const sharedAnswer = runningCall.answer as Promise<StoredReply<T>>;
    const isAsGood =
      (!runningCall.background || options.background) && (!runningCall.open || options.open);
    if (isAsGood) return sharedAnswer;
    const answer = await sharedAnswer.catch(() => null);
    if (answer) return answer;
  }
  return startCall(question, options).answer as Promise<StoredReply<T>>;
}

/**
 * Renews an answer. Returns null if that fails or takes longer than `maxWaitWithCacheMs`; the
 * caller then uses the expired answer.
 */
async function renewInTime<T>(
  question: CachedQuery<T>,
  options: RenewalOptions,
): Promise<StoredReply<T> | null> {
  const { startedAt } = inFlight().get(question.key) ?? { startedAt: performance.now() };
  const msLeft = startedAt + getCallTimes().maxWaitWithCacheMs - performance.now();
  const renewal = renew(question, options).catch(() => null);
  const renewedAnswer = await withTimeout(renewal, msLeft, () => null);
  if (!renewedAnswer) healthOf(question).isDown = true;
  return renewedAnswer;
}

function renewInBackground<T>(question: CachedQuery<T>): void {
  const { triedAt } = healthOf(question);
  const msSinceTry = now() - (triedAt.get(question.key) ?? 0);
  if (inFlight().has(question.key) || Math.abs(msSinceTry) < RETRY_MS) return;
  startCall(question, { background: true });
}

function startCall<T>(
  question: CachedQuery<T>,
  { background = false, open = false }: RenewalOptions,
): InFlight {
  const { triedAt } = healthOf(question);
  if (triedAt.size > 1000) triedAt.clear();
  triedAt.set(question.key, now());
  const startedAt = performance.now();
  const { attemptTimeoutMs, queryTimeoutMs } = getCallTimes();
  const deadline = startedAt + (background ? attemptTimeoutMs : queryTimeoutMs);
  const flags = { isBackground: background, isUnlisted: open };
  const queryOptions = { deadline, ...flags, signal: stopController().signal };
  const answer = fetchAnswer(question, queryOptions);
  const runningCall: InFlight = { answer, startedAt, background, open };
  inFlight().set(question.key, runningCall);
  const end = () => {
    if (inFlight().get(question.key) === runningCall) inFlight().delete(question.key);
  };
  answer.then(end, end);
  return runningCall;
}

async function fetchAnswer<T>(
  question: CachedQuery<T>,
  queryOptions: QueryOptions,
): Promise<StoredReply<T>> {
  const lookAgain = async () => {
    const storedAnswer = await findStoredReply<T>(question.key);
    return storedAnswer && storedAnswer.expiresAt > now() ? storedAnswer : null;
  };
  let answer: Awaited<ReturnType<CachedQuery<T>['ask']>>;
  try {
    answer = await question.ask(queryOptions, lookAgain);
  } catch (error) {
    if (error instanceof MarketplaceFailure && error.isRetryable) healthOf(question).isDown = true;
    throw error;
  }
  if ('found' in answer) return answer.found;
  healthOf(question).isDown = false;
  const { value } = answer;
  const at = now();
  const newAnswer = { value, fetchedAt: at, expiresAt: at + question.maxAge(value, at) };
  try {
    keepInMemory(question.key, newAnswer, await storeReply(question.key, newAnswer));
    await question.remember?.(value, at);
  } catch (err) {
    log().error({ err }, 'marketplace: answer not stored');
  }
  return newAnswer;
}
