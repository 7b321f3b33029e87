import { getEnv } from '#lib/platform/config/env.ts';
import { DAY, DAY_SECONDS, HOUR, MINUTE } from '#lib/platform/process/durations.ts';
import { listSignatures, safeEqual, sign } from '#lib/platform/security/secrets.ts';

export const HOLDER_PAGE = '/panel/titular';

/** Shortest length of a password, in characters. */
export const SHORTEST_PASSWORD = 8;
export const LONGEST_PASSWORD = 128;
export const CODE_MINUTES = 10;
/**
 * Number of times that one IP may try a code. It is lower than the number for all IPs together, so
 * that a stranger cannot use up the owner's tries.
 */
export const CODE_TRIES = 5;
/** Number of times that all IPs together may try a code. */
export const CODE_TRIES_IN_ALL = 50;
export const RESEND_SECONDS = 60;
export const RESET_MINUTES = 60;
/** Days for which the cookie of a known browser lasts. Browsers limit cookies to this time. */
export const BROWSER_DAYS = 400;
/** Maximum number of known browsers of an account. The least recently seen one is replaced. */
export const MAX_BROWSERS = 20;
/** Time limit of the second step of a login. */
export const TICKET_MS = 5 * MINUTE;
export type FirstFactor = 'password' | 'google' | 'passkey';
export const SESSION_ABSOLUTE_MS = 30 * DAY;
/**
 * A repeated registration replaces the password and the code of an unverified one, so repetitions
 * are limited.
 */
export const repeatedRegistrationLimits = {
  name: 'register/again',
  perIp: 2,
  inAll: 20,
  seconds: 3600,
};
/**
 * Time for which a change of e-mail can be confirmed. Its code may be sent again within this time.
 */
export const EMAIL_CHANGE_MS = DAY;
/** Limits the codes for changes of e-mail that all accounts together send to one e-mail. */
export const emailChangeLimit = {
  name: 'email-change',
  perIp: 10,
  inAll: 20,
  seconds: DAY_SECONDS,
};
/**
 * Limits logins to one e-mail from one IP. Above the limit, all of them are refused until the
 * window ends.
 */
export const loginWindow = { name: 'login/email+ip', points: 10, seconds: 900 };
/** Limits how often one account may be asked for a proof before Google is linked to it. */
export const GOOGLE_LINK_LIMIT = { name: 'google-join/account', points: 10, seconds: 900 };
/**
 * Limits reset links for one e-mail that one IP requests. It is far below the limit per e-mail, so
 * that one IP cannot use that limit up.
 */
export const resetLimitPerIp = {
  name: 'forgot-password/email+ip',
  points: 3,
  seconds: 3600,
};
export const resetLimitPerEmail = { name: 'forgot-password/email', points: 30, seconds: 3600 };
/**
 * Applies when the limit per e-mail is used up. One link every ten minutes is still sent, so that
 * nobody can lock the owner out.
 */
export const resetLimitBeyond = { name: 'forgot-password/email/beyond', points: 1, seconds: 600 };
/** Time for which a proof of identity allows sudo operations. */
export const PROOF_MS = 15 * MINUTE;
/** Page on which a person gives that proof. */
export const CONFIRM_IDENTITY_PAGE = '/confirmar';
/**
 * Minimum time between two writes of a session's last use. Without it, each request would write.
 */
export const SESSION_TOUCH_MS = HOUR;

/** Returns how long (ms) an unused session stays open. */
export function sessionSlidingMs(): number {
  return getEnv().sessionDays * DAY;
}

/** Omits letters and digits that look like others: 0 O 1 I L 5 S 2 Z 8 B U V. */
const ALPHABET = '34679ACDEFGHJKMNPQRTWXY';

/**
 * Returns the 6-character code of a row in `one_time_codes`. The code is derived from the row's
 * random id under our key, so neither the table nor the outbox contains codes. There are 23^6 = 148
 * million codes. Five tries find the right one in 1 of 30 million cases, and 50 tries from ten IPs
 * in 1 of 3 million. The limit of 100 tries per e-mail in 15 minutes allows 3.5 million tries a
 * year, which find it in 2.4 % of cases, and each try needs a captcha.
 */
export function codeOf(codeId: string): string {
  return codeLetters(sign('one-time-code', codeId));
}

/** Compares a typed code in constant time. Case and spaces around the code do not matter. */
export function isCodeCorrect(codeId: string, typedText: string): boolean {
  const typedCode = typedText.trim().toUpperCase();
  return listSignatures('one-time-code', codeId).some((signature) =>
    safeEqual(codeLetters(signature), typedCode),
  );
}

function codeLetters(signature: string): string {
  const bytes = Buffer.from(signature, 'base64url');
  return Array.from({ length: 6 }, (_, index) => {
    const chunk = bytes.readUInt32BE(index * 4);
    return ALPHABET[chunk % ALPHABET.length];
  }).join('');
}
