import { dictionary } from '@zxcvbn-ts/language-common';
import { forget, singleton } from '#lib/platform/process/singleton.ts';
import { runHash } from '#lib/platform/security/hash-pool.ts';

/** argon2id with 19 MiB, 2 passes, parallelism 1: the minimum of OWASP's Password Cheat Sheet. */
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Value of the library's const enum for argon2id, which cannot be imported here. */
const ARGON2ID = 2;

const cost = () => ({ algorithm: ARGON2ID, ...passwordCost });

/** Hashes a password on another thread. Returns the encoded argon2id string. */
export async function hashPassword(password: string): Promise<string> {
  return String(await runHash({ encoded: null, password, cost: cost() }));
}

/**
 * Compares a password with a hash. Without a hash it takes the same time and returns false, so that
 * the time does not reveal whether an account exists.
 */
export async function verifyPassword(encoded: string | null, password: string): Promise<boolean> {
  const hash = encoded ?? (await getDecoyHash());
  const isMatch = await runHash({ encoded: hash, password, cost: cost() });
  return isMatch === true && encoded !== null;
}

/** Returns whether a hash was made with a lower cost than today's, so that it must be renewed. */
export function isOutdated(encoded: string): boolean {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(encoded);
  if (!match) return true;
  return Number(match[1]) < passwordCost.memoryCost || Number(match[2]) < passwordCost.timeCost;
}

/** Words that attackers of this site would try first (ASVS 6.2.11). */
const siteWords = new Set([
  'resguardo',
  'garantia',
  'garantias',
  'licitacion',
  'licitaciones',
  'mercadopublico',
  'chilecompra',
  'contrasena',
  'administrador',
  ...['micontrasena', 'contrasenasegura', 'miclave', 'clavesegura', 'misecreto'],
  ...['chile', 'vivachile', 'santiago', 'bienvenido', 'empresa', 'usuario', 'prueba', 'temporal'],
  ...['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio', 'julio', 'agosto', 'septiembre'],
  ...['setiembre', 'octubre', 'noviembre', 'diciembre', 'verano', 'otono', 'invierno', 'primavera'],
  ...['lunes', 'martes', 'miercoles', 'jueves', 'viernes', 'sabado', 'domingo'],
]);

/**
 * Rows of the keyboard, in which a password may run in both directions. The last `n` is ñ without
 * its tilde.
 */
const keyboardRows = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkln',
  'zxcvbnm',
] as const;

/** Repetitions longer than this are not looked for, and such passwords count as uncommon. */
const LONGEST_PATTERN = 64;

/**
 * Returns whether a password is easily guessed: one of zxcvbn's 49,000 common ones, a word of
 * `siteWords`, blank, a repetition or a run of keys, also with a few signs around it.
 */
export function isCommonPassword(password: string): boolean {
  const commonPasswords = singleton(
    'common-passwords',
    () => new Set(dictionary['passwords-common']),
  );
  const text = password.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const alphanumeric = text.replace(/[^\p{L}\p{N}]/gu, '');
  const word = text.replace(/^\P{L}+|\P{L}+$/gu, '');
  // Words of fewer than four characters are too short to judge a password by them.
  const cores = [password.toLowerCase(), text, alphanumeric, word].filter(
    ({ length }) => length >= 4,
  );
  return (
    !text.trim() ||
    siteWords.has(text.replace(/[^\p{L}]/gu, '')) ||
    cores.some((core) => {
      if (!commonPasswords.has(core) && !isPattern([...core])) return false;
      const surroundings = text.replace(core, '');
      return core === alphanumeric || surroundings.length < 8 || isPattern([...surroundings]);
    })
  );
}

function isPattern(chars: string[]): boolean {
  if (chars.length > LONGEST_PATTERN) return false;
  const units = [1, 2, 3, 4, 5, 6].filter((length) => length * 2 <= chars.length);
  return (
    units.some((length) => chars.every((char, index) => char === chars[index % length])) ||
    isAllRuns(chars)
  );
}

/** Returns whether a text consists only of runs of three or more neighbouring keys (`abcd1234`). */
function isAllRuns(chars: string[]): boolean {
  let run = 0;
  for (const [i, char] of chars.entries()) {
    const previous = chars[i - 1] ?? char;
    const continuesRun =
      previous === char ||
      keyboardRows.some((row) => row.includes(previous + char) || row.includes(char + previous));
    if (!continuesRun && run < 3) return false;
    run = continuesRun ? run + 1 : 1;
  }
  return run >= 3;
}

/**
 * Returns the hash that stands in for a missing one. An error, such as a full queue, is not cached.
 */
async function getDecoyHash(): Promise<string> {
  try {
    return await singleton('password-decoy', () => hashPassword('nobody has this password'));
  } catch (error) {
    forget('password-decoy');
    throw error;
  }
}
