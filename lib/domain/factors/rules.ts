import { DAY, DAY_SECONDS, MINUTE } from '#lib/platform/process/durations.ts';

export const SECURITY_PAGE = '/panel/seguridad';
export const PROOF_PAGE = '/confirmar';
export const STEP_PAGE = '/login/segundo-paso';

/**
 * Tries at an account's codes from one place, or from one browser that has logged in before. Right codes
 * count too, also with limits off.
 */
export const TRIES = [
  { name: 'second-factor/own', points: 10, seconds: 900 },
  { name: 'second-factor/day', points: 50, seconds: DAY_SECONDS },
];
/** Tries from all places together, where browsers that have logged in before do not count. */
export const ALL_TRIES = { name: 'second-factor/all', points: 200, seconds: DAY_SECONDS };
/** This limits one login, which then begins again with its first step. */
export const TICKET_TRIES = { name: 'second-factor/ticket', points: 5, seconds: 900 };

/** How long a secret may wait for its first code, and recovery codes to be written down. */
export const SETUP_MS = 15 * MINUTE;

/** How long a browser may take to have a passkey sign. */
export const CHALLENGE_MS = 5 * MINUTE;

/** How long a second admin may take. */
export const RESET_MS = DAY;

export const RECOVERY_CODES = 10;
export const MOST_PASSKEYS = 20;

/** Crockford's: no letter that is mistaken for another. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** `7K3M-…`: 16 characters of 5 bits each, of as many random bytes. */
export function recoveryCodeOf(bytes: Uint8Array): string {
  const text = Array.from(bytes.subarray(0, 16), (byte) => ALPHABET[byte % 32]).join('');
  return groupsOf4(text, '-');
}

export function groupsOf4(text: string, between = ' '): string {
  return text.replace(/(.{4})(?=.)/g, `$1${between}`);
}

/** Returns a code without blanks and hyphens, in upper case, since none of these count. */
export function plainCode(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase();
}

/** The same of a recovery code, with what is mistaken for a digit. */
export function plainRecoveryCode(typed: string): string {
  return plainCode(typed).replaceAll('O', '0').replace(/[IL]/g, '1');
}
