import { asRefusal, meansUnknown } from '#lib/domain/marketplace/reads/refusals.ts';
import {
  findHeld,
  findStored,
  type Held,
  holdAnswer,
  storeAnswer,
} from '#lib/domain/marketplace/reads/stored-answers.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import type { Patience } from '#lib/platform/mercado-publico/call-slot.ts';
import { MarketplaceFailure } from '#lib/platform/mercado-publico/failure.ts';
import { timing } from '#lib/platform/mercado-publico/timing.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { GuestCtx } from '#lib/platform/operations/operation.ts';
import { now } from '#lib/platform/process/clock.ts';
import { inTime } from '#lib/platform/process/in-time.ts';
import { log } from '#lib/platform/process/log.ts';
import { singleton } from '#lib/platform/process/singleton.ts';
import { takePoint } from '#lib/platform/security/rate-limits.ts';
import { limitSubject } from '#lib/platform/web/addresses.ts';

/** Something that only Mercado Público knows, and how its answer is kept. */
export type Question<T> = {
  key: string;
  ask: (
    patience: Patience,
    lookAgain: () => Promise<Held<T> | null>,
  ) => Promise<{ value: T } | { found: Held<T> }>;
  /** How long the answer counts as current, ms. */
  age: (value: T, now: number) => number;
  /** Whether it was named to us before, by a list, a search or the catalogue. */
  isNamed: () => Promise<boolean>;
  /** Keeps what search needs of a new answer. */
  remember?: (value: T, now: number) => Promise<void>;
};

export type CachedAnswer<T> = { value: T; fetchedAt: number; stale: boolean };

/** The caller; the wizard may spend the whole day's calls. */
export type Inquirer = Pick<GuestCtx, 'address' | 'now'> & { wizard?: true };

/** `background` gives way to people; without `by` we ask ourselves. `fresh`: no old answer. */
export type LookUpOptions = { background?: boolean; by?: Inquirer; fresh?: boolean };

/** Lookups of one address that no kept answer serves; the API has some 400 calls an hour for all. */
export const UNCACHED_LIMIT = { name: 'marketplace/uncached', points: 180, seconds: 3600 } as const;

/** A key is not asked again behind a stale answer for this long. */
const RETRY_MS = 30_000;

/**
 * Returns an answer from memory, database or API, an old one as stale while a slow API renews it. Throws
 * `not_configured`, `validation_failed`, `upstream_failed`, `upstream_timeout`, `unavailable` (the
 * day's calls are spent) or `rate_limited` (of the address, for tenders not kept here).
 */
export async function lookUp<T>(
  question: Question<T>,
  options: LookUpOptions = {},
): Promise<CachedAnswer<T>> {
  const held = await findKnown<T>(question.key);
  if (held && held.expiresAt > now()) return { ...held, stale: false };
  // A stored answer that the thing does not exist counts only while it is fresh.
  const old = held && held.value !== null && !options.fresh ? held : null;
  try {
    if (!inFlight().has(question.key)) await countAsking(options);
  } catch (error) {
    const isLimited = error instanceof AppError && error.code === 'rate_limited';
    if (old && isLimited) return { ...old, stale: true };
    throw error;
  }
  try {
    if (!old) {
      const open = await isGuess(question, options);
      return { ...(await renew(question, { ...options, open })), stale: false };
    }
    const renewed = health(question).down ? null : await renewInTime(question, options);
    if (renewed) return { ...renewed, stale: false };
  } catch (error) {
    throw asRefusal(error);
  }
  renewBehind(question);
  return { ...old, stale: true };
}

/** Serves a page: null without an answer in its time. The question goes on after the wait. */
export async function lookUpInTime<T>(
  question: Question<T>,
  options?: LookUpOptions,
): Promise<CachedAnswer<T> | null> {
  const answer = lookUp(question, options).catch((error: unknown) => {
    if (meansUnknown(error)) return null;
    throw error;
  });
  return inTime(answer, timing().stepMs, () => null);
}

/** Counts a call to the API for the caller's address. Throws `rate_limited`. */
async function countAsking({ by }: LookUpOptions): Promise<void> {
  if (by && getEnv().rateLimits) {
    await takePoint(UNCACHED_LIMIT, limitSubject(by.address), by.now);
  }
}

/** Whether the code may be invented: a guest asks, and no list or answer has named it. */
async function isGuess<T>(question: Question<T>, { by }: LookUpOptions): Promise<boolean> {
  return by !== undefined && !by.wizard && !(await question.isNamed());
}

/** Returns the stored answer, however old. Makes no call. */
export async function findKnown<T>(key: string): Promise<Held<T> | null> {
  return findHeld<T>(key, now()) ?? findStored<T>(key);
}

/** Ends every question under way and waits until nothing is; new ones fail. */
export async function stopLookUps(): Promise<void> {
  stopping().abort();
  await Promise.allSettled([...inFlight().values()].map(({ answer }) => answer));
}

const stopping = () => singleton('marketplace-stopping', () => new AbortController());

/** `open`: it may spend only the guests' share of the day's calls. */
type InFlight = {
  answer: Promise<Held<unknown>>;
  startedAt: number;
  background: boolean;
  open: boolean;
};
type Course = { background?: boolean; open?: boolean };
const inFlight = () => singleton('marketplace-in-flight', () => new Map<string, InFlight>());

/** `down`: the last call of this kind brought no answer; then an old answer is served at once. */
type Health = { down: boolean; triedAt: Map<string, number> };

function health({ key }: { key: string }): Health {
  const kinds = singleton('marketplace-health', () => new Map<string, Health>());
  const kind = key.split(':', 1)[0] ?? '';
  const known = kinds.get(kind) ?? { down: false, triedAt: new Map() };
  kinds.set(kind, known);
  return known;
}

async function renew<T>(question: Question<T>, course: Course): Promise<Held<T>> {
  const running = inFlight().get(question.key);
  if (running) {
    // The same key always has the same question behind it, hence the type.
    const shared = running.answer as Promise<Held<T>>;
    const isAsGood = (!running.background || course.background) && (!running.open || course.open);
    if (isAsGood) return shared;
    const found = await shared.catch(() => null);
    if (found) return found;
  }
  return begin(question, course).answer as Promise<Held<T>>;
}

/** Null when it takes longer than a person with an old answer should wait, or fails. */
async function renewInTime<T>(question: Question<T>, options: Course): Promise<Held<T> | null> {
  const { startedAt } = inFlight().get(question.key) ?? { startedAt: performance.now() };
  const left = startedAt + timing().patienceMs - performance.now();
  const renewal = renew(question, options).catch(() => null);
  const renewed = await inTime(renewal, left, () => null);
  if (!renewed) health(question).down = true;
  return renewed;
}

function renewBehind<T>(question: Question<T>): void {
  const { triedAt } = health(question);
  const since = now() - (triedAt.get(question.key) ?? 0);
  if (inFlight().has(question.key) || Math.abs(since) < RETRY_MS) return;
  begin(question, { background: true });
}

function begin<T>(question: Question<T>, { background = false, open = false }: Course): InFlight {
  const { triedAt } = health(question);
  if (triedAt.size > 1000) triedAt.clear();
  triedAt.set(question.key, now());
  const startedAt = performance.now();
  const { tryMs, waitMs } = timing();
  const deadline = startedAt + (background ? tryMs : waitMs);
  const patience = { deadline, background, open, signal: stopping().signal };
  const running: InFlight = { answer: bring(question, patience), startedAt, background, open };
  inFlight().set(question.key, running);
  const end = () => {
    if (inFlight().get(question.key) === running) inFlight().delete(question.key);
  };
  running.answer.then(end, end);
  return running;
}

async function bring<T>(question: Question<T>, patience: Patience): Promise<Held<T>> {
  const lookAgain = async () => {
    const stored = await findStored<T>(question.key);
    return stored && stored.expiresAt > now() ? stored : null;
  };
  let answer: Awaited<ReturnType<Question<T>['ask']>>;
  try {
    answer = await question.ask(patience, lookAgain);
  } catch (error) {
    if (error instanceof MarketplaceFailure && error.retryable) health(question).down = true;
    throw error;
  }
  if ('found' in answer) return answer.found;
  health(question).down = false;
  const { value } = answer;
  const at = now();
  const held = { value, fetchedAt: at, expiresAt: at + question.age(value, at) };
  try {
    holdAnswer(question.key, held, await storeAnswer(question.key, held));
    await question.remember?.(value, at);
  } catch (err) {
    log().error({ err }, 'marketplace: answer not stored');
  }
  return held;
}
