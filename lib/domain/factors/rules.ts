import { DAY, DAY_SECONDS, MINUTE } from '#lib/platform/process/durations.ts';

export const SECURITY_PAGE = '/panel/seguridad';
export const SECOND_STEP_PAGE = '/login/segundo-paso';

/**
 * Number of times that an account's codes may be tried per IP, or per browser that logged in
 * before. Correct codes count too. The limit also applies with RATE_LIMITS=off, because it protects
 * the second factor.
 */
export const FACTOR_CODE_LIMITS = [
  { name: 'second-factor/own', points: 10, seconds: 900 },
  { name: 'second-factor/day', points: 50, seconds: DAY_SECONDS },
];
/** Number of times for all IPs together. Known browsers are counted separately. */
export const FACTOR_CODE_TOTAL_LIMIT = {
  name: 'second-factor/all',
  points: 200,
  seconds: DAY_SECONDS,
};
/** Number of times per login. After them, the person begins again with the first step. */
export const LOGIN_TICKET_LIMIT = { name: 'second-factor/ticket', points: 5, seconds: 900 };

/** Time to enter the first code of a new secret, and to write down recovery codes. */
export const SETUP_MS = 15 * MINUTE;

/** Time for which a passkey may sign a challenge. */
export const CHALLENGE_MS = 5 * MINUTE;

/** Time for which a second admin may approve a reset. */
export const RESET_MS = DAY;

export const RECOVERY_CODE_COUNT = 10;
export const MAX_PASSKEYS = 20;

/** Crockford's base32, without letters that are mistaken for others. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns a code such as `7K3M-…`: 16 characters of 5 bits each, from 16 random bytes. */
export function recoveryCodeOf(bytes: Uint8Array): string {
  const text = Array.from(bytes.subarray(0, 16), (byte) => ALPHABET[byte % 32]).join('');
  return groupsOf4(text, '-');
}

export function groupsOf4(text: string, separator = ' '): string {
  return text.replace(/(.{4})(?=.)/g, `$1${separator}`);
}

/** Returns a code in upper case, without spaces and hyphens. */
export function plainCode(typedCode: string): string {
  return typedCode.replace(/[\s-]/g, '').toUpperCase();
}

/** Normalises a recovery code, reading O as 0 and I and L as 1. */
export function plainRecoveryCode(typedCode: string): string {
  return plainCode(typedCode).replaceAll('O', '0').replace(/[IL]/g, '1');
}
