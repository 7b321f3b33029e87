import { BROWSER_COOKIE, SESSION_COOKIE } from '#lib/domain/accounts/reads.ts';
import { BROWSER_DAYS, CODE_MINUTES, SESSION_ABSOLUTE_MS } from '#lib/domain/accounts/rules.ts';
import type { RequestCtx, Role } from '#lib/platform/operations/operation.ts';
import { DAY_SECONDS, MINUTE } from '#lib/platform/process/durations.ts';
import { sign, signatureFits } from '#lib/platform/security/secrets.ts';

/** What operations and forms set after a verb of accounts or factors: verbs only read cookies. */

/** Holds the ticket of a login whose first step is done, or of a registration that waits for its code. */
export const TICKET_COOKIE = 'segundo_paso';
export const TICKET_MS = 5 * MINUTE;

/** Of a session: its own token, and the one that the browser is known by. */
export type Opened = { token: string; browser: string };
/** Of a session, or of what is left to do for one. */
export type Entered = Opened | { ticket: string };
/** `isNew`: this login made the account, so nobody was asked yet whose it is. */
export type Entry = { entered: Entered; role: Role; isNew?: boolean };

/** After the commit: true with a session, false when the second step is due. */
export function letIn({ cookies }: RequestCtx, entered: Entered): boolean {
  if ('ticket' in entered) {
    cookies.set(TICKET_COOKIE, entered.ticket, TICKET_MS / 1000);
    return false;
  }
  cookies.set(BROWSER_COOKIE, entered.browser, BROWSER_DAYS * DAY_SECONDS);
  cookies.set(SESSION_COOKIE, entered.token, SESSION_ABSOLUTE_MS / 1000);
  return true;
}

export function clearSessionCookie({ cookies }: RequestCtx): void {
  const names = new Set([SESSION_COOKIE, ...cookies.names()]);
  names.delete(BROWSER_COOKIE);
  cookies.clear(names);
}

/** The browser that chose the password is known again by the code that it waits for. */
export function awaitCode({ cookies }: RequestCtx, codeId: string): void {
  cookies.set(TICKET_COOKIE, sign('first-session', codeId), CODE_MINUTES * 60);
}

export function awaits({ cookies }: RequestCtx, codeId: string): boolean {
  return signatureFits('first-session', codeId, cookies.get(TICKET_COOKIE) ?? '');
}
