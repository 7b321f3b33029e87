import { dictionary } from '@zxcvbn-ts/language-common';
import { forget, singleton } from '#lib/platform/process/singleton.ts';
import { runHash } from '#lib/platform/security/hash-pool.ts';

/** argon2id, 19 MiB, 2 passes, 1 lane: OWASP's minimum (Password Storage Cheat Sheet). */
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The library's const enum for argon2id cannot be imported here. */
const ARGON2ID = 2;

const cost = () => ({ algorithm: ARGON2ID, ...passwordCost });

/** Hashes in a worker thread. Returns the encoded argon2id string. */
export async function hashPassword(password: string): Promise<string> {
  return String(await runHash({ encoded: null, password, cost: cost() }));
}

/** Takes the same time without a hash, so that it does not reveal whether an account exists. */
export async function passwordFits(encoded: string | null, password: string): Promise<boolean> {
  const hash = encoded ?? (await decoy());
  const fits = await runHash({ encoded: hash, password, cost: cost() });
  return fits === true && encoded !== null;
}

/** Returns whether the hash was made with less than today's cost. */
export function isOutdated(encoded: string): boolean {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(encoded);
  if (!match) return true;
  return Number(match[1]) < passwordCost.memoryCost || Number(match[2]) < passwordCost.timeCost;
}

/** Words that attackers would try first on this site (ASVS 6.2.11). */
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

/** Rows of the keyboard, typed in both directions. The last `n` is ñ without its tilde. */
const rows = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkln',
  'zxcvbnm',
] as const;

/** Longer patterns count as uncommon. */
const LONGEST_PATTERN = 64;

/** Matches zxcvbn's 49,000, our site's words with signs around, blanks, repeats and runs. */
export function isCommonPassword(password: string): boolean {
  const common = singleton('common-passwords', () => new Set(dictionary['passwords-common']));
  const text = password.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const unsigned = text.replace(/[^\p{L}\p{N}]/gu, '');
  const word = text.replace(/^\P{L}+|\P{L}+$/gu, '');
  // Cores of fewer than four characters are too short to ignore the rest.
  const cores = [password.toLowerCase(), text, unsigned, word].filter(({ length }) => length >= 4);
  return (
    !text.trim() ||
    siteWords.has(text.replace(/[^\p{L}]/gu, '')) ||
    cores.some((core) => {
      if (!common.has(core) && !isPattern([...core])) return false;
      const surroundings = text.replace(core, '');
      return core === unsigned || surroundings.length < 8 || isPattern([...surroundings]);
    })
  );
}

function isPattern(chars: string[]): boolean {
  if (chars.length > LONGEST_PATTERN) return false;
  const units = [1, 2, 3, 4, 5, 6].filter((length) => length * 2 <= chars.length);
  return (
    units.some((length) => chars.every((char, i) => char === chars[i % length])) || isAllRuns(chars)
  );
}

/** Returns true if the text has only runs of three or more neighbouring characters (`abcd1234`). */
function isAllRuns(chars: string[]): boolean {
  let run = 0;
  for (const [i, char] of chars.entries()) {
    const previous = chars[i - 1] ?? char;
    const goesOn =
      previous === char ||
      rows.some((row) => row.includes(previous + char) || row.includes(char + previous));
    if (!goesOn && run < 3) return false;
    run = goesOn ? run + 1 : 1;
  }
  return run >= 3;
}

/** Hashed once. An error, such as a full queue, is not cached. */
async function decoy(): Promise<string> {
  try {
    return await singleton('password-decoy', () => hashPassword('nobody has this password'));
  } catch (error) {
    forget('password-decoy');
    throw error;
  }
}
