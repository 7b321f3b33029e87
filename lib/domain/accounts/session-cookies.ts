import { BROWSER_COOKIE, SESSION_COOKIE } from '#lib/domain/accounts/reads.ts';
import { BROWSER_DAYS, CODE_MINUTES, SESSION_ABSOLUTE_MS } from '#lib/domain/accounts/rules.ts';
import type { RequestCtx, Role } from '#lib/platform/operations/operation.ts';
import { DAY_SECONDS, MINUTE } from '#lib/platform/process/durations.ts';
import { sign, signatureFits } from '#lib/platform/security/secrets.ts';

/** Operations and forms set these after a verb of accounts or factors; verbs only read cookies. */

/** Holds the ticket of a login after its first step, or of a registration waiting for its code. */
export const TICKET_COOKIE = 'segundo_paso';
export const TICKET_MS = 5 * MINUTE;

/** The token of a session, and the one that identifies the browser. */
export type Opened = { token: string; browser: string };
/** An opened session, or the ticket for its second step. */
export type Entered = Opened | { ticket: string };
/** `isNew`: this login made the account, so its holder is not known yet. */
export type Entry = { entered: Entered; role: Role; isNew?: boolean };

/** Sets cookies after the commit. Returns true with a session, false when a second step is due. */
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

/** The code that it waits for identifies the browser that chose the password. */
export function awaitCode({ cookies }: RequestCtx, codeId: string): void {
  cookies.set(TICKET_COOKIE, sign('first-session', codeId), CODE_MINUTES * 60);
}

export function awaits({ cookies }: RequestCtx, codeId: string): boolean {
  return signatureFits('first-session', codeId, cookies.get(TICKET_COOKIE) ?? '');
}
