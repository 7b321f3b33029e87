import { getEnv } from '#lib/platform/config/env.ts';
import { DAY, HOUR, MINUTE } from '#lib/platform/process/durations.ts';
import { safeEqual, sign, signatures } from '#lib/platform/security/secrets.ts';

/** Characters of a password. */
export const SHORTEST_PASSWORD = 8;
export const LONGEST_PASSWORD = 128;
export const CODE_MINUTES = 10;
/** From one place; from all together. Wrong codes of a stranger do not end the owner's tries. */
export const CODE_TRIES = 5;
export const CODE_TRIES_IN_ALL = 50;
export const RESEND_SECONDS = 60;
export const RESET_MINUTES = 60;
/** As long as browsers keep a cookie. */
export const BROWSER_DAYS = 400;
export const SESSION_ABSOLUTE_MS = 30 * DAY;
/** For so long one proof of the person allows sudo operations. */
export const PROOF_MS = 15 * MINUTE;
/** A session slides at most this often: one write an hour, not one a request. */
export const SESSION_TOUCH_MS = HOUR;

export function sessionSlidingMs(): number {
  return getEnv().sessionDays * DAY;
}

/** No letter or digit that is mistaken for another: no 0 O 1 I L 5 S 2 Z 8 B U V. */
const ALPHABET = '34679ACDEFGHJKMNPQRTWXY';

/**
 * The 6-character code of a row: derived from its random id under our key, so that neither the
 * table nor the outbox holds one. 23^6 = 148 million codes: 5 tries find one in 30 million times, the
 * 50 from ten places one in 3 million. However many codes are sent, an address takes 100 tries in 15
 * minutes: one in 1.5 million, and 3.5 million in a year, 2.4 %, each with a captcha.
 */
export function codeOf(codeId: string): string {
  return lettersOf(sign('one-time-code', codeId));
}

/** In constant time; case and surrounding blanks make no difference. */
export function codeFits(codeId: string, typed: string): boolean {
  const given = typed.trim().toUpperCase();
  return signatures('one-time-code', codeId).some((one) => safeEqual(lettersOf(one), given));
}

function lettersOf(signature: string): string {
  const bytes = Buffer.from(signature, 'base64url');
  return Array.from({ length: 6 }, (_, i) => {
    const chunk = bytes.readUInt32BE(i * 4);
    return ALPHABET[chunk % ALPHABET.length];
  }).join('');
}
