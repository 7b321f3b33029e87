import { dictionary } from '@zxcvbn-ts/language-common';
import { runHash } from '#lib/platform/hash-pool.ts';
import { forget, singleton } from '#lib/platform/singleton.ts';

/** argon2id, 19 MiB, 2 passes, 1 lane: OWASP's minimum (Password Storage Cheat Sheet). */
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Argon2's own number of the id variant; the library's const enum cannot be imported here. */
const ARGON2ID = 2;

const cost = () => ({ algorithm: ARGON2ID, ...passwordCost });

/** Hashes off the event loop, a few at a time. Returns the encoded argon2id string. */
export async function hashPassword(password: string): Promise<string> {
  return String(await runHash({ encoded: null, password, cost: cost() }));
}

/** Without an encoded hash it works as long and answers false, so that absence takes no less time. */
export async function passwordFits(encoded: string | null, password: string): Promise<boolean> {
  const known = encoded ?? (await decoy());
  const fits = await runHash({ encoded: known, password, cost: cost() });
  return fits === true && encoded !== null;
}

/** True when the hash was made with less than today's cost. */
export function isOutdated(encoded: string): boolean {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(encoded);
  if (!match) return true;
  return Number(match[1]) < passwordCost.memoryCost || Number(match[2]) < passwordCost.timeCost;
}

/** What anybody tries first here, because of where it is (ASVS 6.2.11). */
const wordsOfThisPlace = new Set([
  'resguardo',
  'garantia',
  'garantias',
  'licitacion',
  'licitaciones',
  'mercadopublico',
  'chilecompra',
  'contrasena',
]);

/**
 * Among the 49,000 most used (zxcvbn's list), whatever its case, or a word of this place with no
 * more than accents, digits and signs around it.
 */
export function isCommonPassword(password: string): boolean {
  const common = singleton('common-passwords', () => new Set(dictionary['passwords-common']));
  const lower = password.toLowerCase();
  return (
    common.has(lower) || wordsOfThisPlace.has(lower.normalize('NFD').replace(/[^\p{L}]/gu, ''))
  );
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
