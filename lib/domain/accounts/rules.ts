import { getEnv } from '#lib/platform/config/env.ts';
import { DAY, DAY_SECONDS, HOUR, MINUTE } from '#lib/platform/process/durations.ts';
import { listSignatures, safeEqual, sign } from '#lib/platform/security/secrets.ts';

export const HOLDER_PAGE = '/panel/titular';

/** Shortest length of a password, in characters. */
export const SHORTEST_PASSWORD = 8;
export const LONGEST_PASSWORD = 128;
export const CODE_MINUTES = 10;
/**
 * Tries of a code per IP. They are fewer than those in all, so that nobody else can use up the
 * owner's.
 */
export const CODE_TRIES = 5;
/** Tries of a code from all IPs together. */
export const CODE_TRIES_IN_ALL = 50;
export const RESEND_SECONDS = 60;
export const RESET_MINUTES = 60;
/** Days that the cookie of a known browser lasts. Browsers keep no cookie longer. */
export const BROWSER_DAYS = 400;
/** Maximum number of known browsers of an account. The least recently seen one is replaced. */
export const MAX_BROWSERS = 20;
/** Time limit of the second step of a login. */
export const TICKET_MS = 5 * MINUTE;
export type FirstFactor = 'password' | 'google' | 'passkey';
export const SESSION_ABSOLUTE_MS = 30 * DAY;
/** Repeating an unverified registration replaces its password and code, so it is limited. */
export const repeatedRegistrationLimits = {
  name: 'register/again',
  perIp: 2,
  inAll: 20,
  seconds: 3600,
};
/** A change of e-mail waits this long for its code, which may be sent again. */
export const EMAIL_CHANGE_MS = DAY;
/** Limits codes for changes of e-mail to one mailbox, from all accounts together. */
export const emailChangeLimit = {
  name: 'email-change',
  perIp: 10,
  inAll: 20,
  seconds: DAY_SECONDS,
};
/**
 * Limits logins of one e-mail from one IP. Once it is reached, all are refused until the window
 * ends.
 */
export const loginWindow = { name: 'login/email+ip', points: 10, seconds: 900 };
/** Limits the proofs that one account gets for linking Google to it. */
export const GOOGLE_LINK_LIMIT = { name: 'google-join/account', points: 10, seconds: 900 };
/**
 * Limits reset links to one e-mail from one IP. It is far below the limit per e-mail, so that one
 * IP cannot use that up.
 */
export const resetLimitPerIp = {
  name: 'forgot-password/email+ip',
  points: 3,
  seconds: 3600,
};
export const resetLimitPerEmail = { name: 'forgot-password/email', points: 30, seconds: 3600 };
/**
 * Applies once the limit per e-mail is used up. One link every ten minutes remains, so that nobody
 * can lock out the owner.
 */
export const resetLimitBeyond = { name: 'forgot-password/email/beyond', points: 1, seconds: 600 };
/** Time for which a proof of identity allows sudo operations. */
export const PROOF_MS = 15 * MINUTE;
/** Shortest time between two writes of a session's last use: one an hour, not one per request. */
export const SESSION_TOUCH_MS = HOUR;

/** Returns how long (ms) an unused session stays open. */
export function sessionSlidingMs(): number {
  return getEnv().sessionDays * DAY;
}

/** Omits letters and digits that look alike: no 0 O 1 I L 5 S 2 Z 8 B U V. */
const ALPHABET = '34679ACDEFGHJKMNPQRTWXY';

/**
 * Returns the 6-character code of a row in `one_time_codes`. It is derived from the row's random id
 * under our key, so that neither the table nor the outbox contains codes. There are 23^6 = 148
 * million codes: 5 tries hit one in 30 million times, 50 tries from ten places one in 3 million.
 * The limit of 100 tries per e-mail in 15 minutes allows 3.5 million tries a year (2.4 %), each
 * with a captcha.
 */
export function codeOf(codeId: string): string {
  return codeLetters(sign('one-time-code', codeId));
}

/** Compares a typed code in constant time. Case and surrounding blanks do not matter. */
export function isCodeCorrect(codeId: string, typedText: string): boolean {
  const typedCode = typedText.trim().toUpperCase();
  return listSignatures('one-time-code', codeId).some((signature) =>
    safeEqual(codeLetters(signature), typedCode),
  );
}

function codeLetters(signature: string): string {
  const bytes = Buffer.from(signature, 'base64url');
  return Array.from({ length: 6 }, (_, i) => {
    const chunk = bytes.readUInt32BE(i * 4);
    return ALPHABET[chunk % ALPHABET.length];
  }).join('');
}
