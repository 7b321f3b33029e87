import { eq, sql } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';
import { marketplaceAnswers } from '#lib/platform/db/schema/marketplace.ts';
import { now, SKEW_MS } from '#lib/platform/process/clock.ts';
import { singleton } from '#lib/platform/process/singleton.ts';

export type StoredReply<T> = { value: T; fetchedAt: number; expiresAt: number };

/** Increase this when the shape of stored answers changes, so that old ones are not used. */
const SHAPE_VERSION = 1;

const MAX_ANSWERS = 2000;
const MAX_STORED_CHARACTERS = 16_000_000;

type Entry = { answer: StoredReply<unknown>; size: number; readAt: number };
type Memory = { answers: Map<string, Entry>; characters: number };
const memory = () =>
  singleton('marketplace-memory', (): Memory => ({ answers: new Map(), characters: 0 }));

/**
 * How long (ms) an expired answer in memory is used before the database is read again. Another
 * process may have renewed the answer there.
 */
const LOOK_MS = 500;

/**
 * Returns an answer from this process's memory if it is current, or was read from the database a
 * moment ago. `at` is the present (ms).
 */
export function findInMemory<T>(key: string, at: number): StoredReply<T> | null {
  const { answers } = memory();
  const entry = answers.get(key);
  const isUsable =
    entry &&
    ((entry.answer.expiresAt > at && entry.answer.fetchedAt <= at + SKEW_MS) ||
      performance.now() - entry.readAt < LOOK_MS);
  if (!isUsable) return null;
  answers.delete(key);
  answers.set(key, entry);
  return entry.answer as StoredReply<T>; // A key always has the same type.
}

/**
 * Keeps a parsed answer in memory. `size` is its number of characters as JSON; the least recently
 * used answers make room for it.
 */
export function keepInMemory(key: string, answer: StoredReply<unknown>, size: number): void {
  const store = memory();
  dropEntry(store, key);
  store.answers.set(key, { answer, size, readAt: performance.now() });
  store.characters += size;
  for (const oldest of store.answers.keys()) {
    if (store.answers.size <= MAX_ANSWERS && store.characters <= MAX_STORED_CHARACTERS) break;
    dropEntry(store, oldest);
  }
}

function dropEntry(store: Memory, key: string): void {
  store.characters -= store.answers.get(key)?.size ?? 0;
  store.answers.delete(key);
}

/** Returns the answer in the database, current or not, and keeps it in this process's memory. */
export async function findStoredReply<T>(key: string): Promise<StoredReply<T> | null> {
  const [row] = await getDb()
    .read.select()
    .from(marketplaceAnswers)
    .where(eq(marketplaceAnswers.key, storedKey(key)))
    .limit(1);
  if (!row) return null;
  const { fetchedAt, body } = row;
  // A fetch time in the future means that the clock was set back later. The age of the answer is
  // then unknown, so it counts as expired.
  const expiresAt = fetchedAt > now() + SKEW_MS ? 0 : row.expiresAt;
  // The cast is safe: `storeReply` wrote the same type, and `SHAPE_VERSION` excludes answers of
  // other releases.
  const answer = { value: JSON.parse(body) as T, fetchedAt, expiresAt };
  keepInMemory(key, answer, body.length);
  return answer;
}

/** Stores an answer in the database. Returns its number of characters as JSON. */
export async function storeReply(key: string, answer: StoredReply<unknown>): Promise<number> {
  const body = JSON.stringify(answer.value);
  const { fetchedAt, expiresAt } = answer;
  await getDb().write((tx) =>
    tx
      .insert(marketplaceAnswers)
      .values({ key: storedKey(key), body, fetchedAt, expiresAt })
      .onConflictDoUpdate({
        target: marketplaceAnswers.key,
        set: { body, fetchedAt, expiresAt },
        setWhere: sql`${marketplaceAnswers.fetchedAt} <= ${fetchedAt}
          or ${marketplaceAnswers.fetchedAt} > ${fetchedAt + SKEW_MS}`,
      }),
  );
  return body.length;
}

function storedKey(key: string): string {
  return `${SHAPE_VERSION}:${key}`;
}
