import {
  BROWSER_DAYS,
  CODE_MINUTES,
  SESSION_ABSOLUTE_MS,
  TICKET_MS,
} from '#lib/domain/accounts/rules.ts';
import type { RequestCtx, Role } from '#lib/platform/operations/operation.ts';
import { DAY_SECONDS } from '#lib/platform/process/durations.ts';
import { sign, verifySignature } from '#lib/platform/security/secrets.ts';

// Writes read the cookies of a login. Operations and forms set them after the write.

/** The token of a session, and the one that identifies the browser. */
export type SessionTokens = { token: string; browser: string };
/** An opened session, or a ticket if the second step of the login is still due. */
export type LoginOutcome = SessionTokens | { ticket: string };
/** `isNew` is true if this login created the account. The next page asks who it is for. */
export type LoginResult = { entered: LoginOutcome; role: Role; isNew?: boolean };

/**
 * Sets the cookies of a login. Returns false if a second step is still due. Call it after the
 * commit, because a session that is rolled back must not reach a browser.
 */
export function storeLogin({ browser }: RequestCtx, outcome: LoginOutcome): boolean {
  if ('ticket' in outcome) {
    browser.set('loginStep', outcome.ticket, { seconds: TICKET_MS / 1000 });
    return false;
  }
  browser.set('knownBrowser', outcome.browser, { seconds: BROWSER_DAYS * DAY_SECONDS });
  browser.set('session', outcome.token, { seconds: SESSION_ABSOLUTE_MS / 1000 });
  return true;
}

/**
 * Marks this browser, by a signed cookie, as the one that registered. The mailed code opens a
 * session only in it, because its user chose the password.
 */
export function markRegisteringBrowser({ browser }: RequestCtx, codeId: string): void {
  browser.set('loginStep', sign('first-session', codeId), { seconds: CODE_MINUTES * 60 });
}

/** Returns whether this browser registered the account to which the code was sent. */
export function isRegisteringBrowser({ browser }: RequestCtx, codeId: string): boolean {
  return verifySignature('first-session', codeId, browser.get('loginStep') ?? '');
}
