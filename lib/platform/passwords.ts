import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { AppError } from '#lib/platform/errors.ts';
import { forget, singleton } from '#lib/platform/singleton.ts';

/** argon2id, 19 MiB, 2 passes, 1 lane: OWASP's minimum (Password Storage Cheat Sheet). */
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Argon2's own number of the id variant; the library's const enum cannot be imported here. */
const ARGON2ID = 2;

/** Hashes off the event loop, a few at a time. Returns the encoded argon2id string. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, { algorithm: ARGON2ID, ...passwordCost }));
}

/** Without an encoded hash it works as long and answers false, so that absence takes no less time. */
export async function passwordFits(encoded: string | null, password: string): Promise<boolean> {
  const known = encoded ?? (await decoy());
  const fits = await inTurn(() => verify(known, password));
  return fits && encoded !== null;
}

/** True when the hash was made with less than today's cost. */
export function isOutdated(encoded: string): boolean {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(encoded);
  if (!match) return true;
  return Number(match[1]) < passwordCost.memoryCost || Number(match[2]) < passwordCost.timeCost;
}

/** Among the 49,000 most used (zxcvbn's list), whatever its case. */
export function isCommonPassword(password: string): boolean {
  const common = singleton('common-passwords', () => new Set(dictionary['passwords-common']));
  return common.has(password.toLowerCase());
}

const LONGEST_QUEUE = 200;

type Turns = { running: number; waiting: (() => void)[] };

/** At most one hash per core under way: more would only starve everything else. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turns = singleton<Turns>('password-turns', () => ({ running: 0, waiting: [] }));
  if (turns.running >= Math.max(2, availableParallelism() - 1)) {
    if (turns.waiting.length >= LONGEST_QUEUE)
      throw new AppError('unavailable', { retryAfter: 10 });
    await new Promise<void>((resolve) => turns.waiting.push(resolve));
  } else turns.running += 1;
  try {
    return await work();
  } finally {
    const next = turns.waiting.shift();
    if (next) next();
    else turns.running -= 1;
  }
}

/** Made once; a queue that was full at the first try must not be remembered for ever. */
async function decoy(): Promise<string> {
  try {
    return await singleton('password-decoy', () => hashPassword('nobody has this password'));
  } catch (error) {
    forget('password-decoy');
    throw error;
  }
}
