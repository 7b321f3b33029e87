import { and, eq, isNotNull, lt, ne, or } from 'drizzle-orm';
import {
  type Account,
  BROWSER_COOKIE,
  SESSION_COOKIE,
  type Session,
} from '#lib/domain/accounts/reads.ts';
import {
  SESSION_ABSOLUTE_MS,
  SESSION_TOUCH_MS,
  sessionSlidingMs,
} from '#lib/domain/accounts/rules.ts';
import { meetBrowser } from '#lib/domain/accounts/writes/meet-browser.ts';
import { audit, type Where } from '#lib/domain/audit/writes.ts';
import { shortAddress } from '#lib/platform/addresses.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { sessions } from '#lib/platform/db/schema/accounts.ts';
import { alertSettings } from '#lib/platform/db/schema/alerts.ts';
import { AppError } from '#lib/platform/errors.ts';
import { randomId, randomToken } from '#lib/platform/ids.ts';
import { log } from '#lib/platform/log.ts';
import type { MemberCtx, RequestCtx, Role } from '#lib/platform/operation.ts';
import { hashToken } from '#lib/platform/secrets.ts';

/** Inside a write: always a new token. The one way in: throws `account_suspended`. */
export async function openSession(
  tx: Tx,
  ctx: RequestCtx,
  {
    account,
    profile,
    strong = false,
  }: { account: Pick<Account, 'id' | 'suspendedAt'>; profile: Role; strong?: boolean },
): Promise<string> {
  if (account.suspendedAt) throw new AppError('account_suspended');
  const token = randomToken();
  await meetBrowser(tx, ctx, account.id);
  const before = ctx.cookies.get(SESSION_COOKIE);
  if (before) await tx.delete(sessions).where(eq(sessions.tokenHash, hashToken(before)));
  await tx.insert(sessions).values({
    id: randomId(),
    tokenHash: hashToken(token),
    accountId: account.id,
    profile,
    agent: ctx.agent,
    place: shortAddress(ctx.address),
    createdAt: ctx.now,
    seenAt: ctx.now,
    provedAt: ctx.now,
    strongAt: strong ? ctx.now : null,
  });
  return token;
}

/** After the commit: gives the token to the browser, for as long as a session may live at most. */
export function setSessionCookie(ctx: RequestCtx, token: string): void {
  ctx.cookies.set(SESSION_COOKIE, token, SESSION_ABSOLUTE_MS / 1000);
}

/** Not "cookies" or "cache" in the header: Chromium searches its whole cache first. */
export function clearSessionCookie(ctx: RequestCtx): void {
  const names = new Set([SESSION_COOKIE, ...ctx.cookies.names()]);
  names.delete(BROWSER_COOKIE);
  for (const name of names) ctx.cookies.set(name, '', 0);
  ctx.out.headers.set('Clear-Site-Data', '"storage"');
}

/** Slides a session, at most once an hour. A database that takes no writes stops no reader. */
export async function touchSession(session: Session, ctx: RequestCtx): Promise<void> {
  // Seen in the future: the clock was put back since.
  const since = ctx.now - session.seenAt;
  if (since >= 0 && since < SESSION_TOUCH_MS) return;
  const seen = { seenAt: ctx.now, place: shortAddress(ctx.address) };
  const { sessionId } = session;
  try {
    await getDb().write((tx) => tx.update(sessions).set(seen).where(eq(sessions.id, sessionId)));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'unavailable') throw error;
    log().warn({ err: error.detail.cause }, 'a session was not slid');
  }
}

export async function closeSession(ctx: RequestCtx): Promise<void> {
  const token = ctx.cookies.get(SESSION_COOKIE);
  clearSessionCookie(ctx);
  if (!token) return;
  await getDb().write(async (tx) => {
    const [ended] = await tx
      .delete(sessions)
      .where(eq(sessions.tokenHash, hashToken(token)))
      .returning({ accountId: sessions.accountId });
    if (ended) await audit(tx, ctx, { accountId: ended.accountId, action: 'session.ended' });
  });
}

/** Ends one of the account's own sessions; another's, or none, is the same nothing. */
export async function endSession(ctx: MemberCtx, id: string): Promise<boolean> {
  if (id === ctx.sessionId) clearSessionCookie(ctx);
  return getDb().write(async (tx) => {
    const ended = await tx
      .delete(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.accountId, ctx.accountId)))
      .returning({ id: sessions.id });
    if (ended.length > 0) {
      await audit(tx, ctx, { accountId: ctx.accountId, action: 'session.ended' });
    }
    return ended.length > 0;
  });
}

/**
 * Inside a write: ends all sessions of an account, or all but the one in use, and the secret calendar
 * address, which an intruder's session could make and which works without a session.
 */
export async function endAllSessions(tx: Tx, ctx: Where, accountId: string, keepId?: string) {
  const others = keepId ? [ne(sessions.id, keepId)] : [];
  await tx.delete(sessions).where(and(eq(sessions.accountId, accountId), ...others));
  await endCalendar(tx, ctx, accountId);
}

export async function endOtherSessions(ctx: MemberCtx): Promise<void> {
  await getDb().write(async (tx) => {
    await endAllSessions(tx, ctx, ctx.accountId, ctx.sessionId);
    await audit(tx, ctx, { accountId: ctx.accountId, action: 'sessions.ended' });
  });
}

export async function endCalendar(tx: Tx, ctx: Where, accountId: string): Promise<void> {
  const ended = await tx
    .update(alertSettings)
    .set({ calendarId: null })
    .where(and(eq(alertSettings.accountId, accountId), isNotNull(alertSettings.calendarId)))
    .returning({ accountId: alertSettings.accountId });
  if (ended.length > 0) await audit(tx, ctx, { accountId, action: 'calendar.ended' });
}

export async function sweepSessions(now: number): Promise<void> {
  await getDb().write((tx) =>
    tx
      .delete(sessions)
      .where(
        or(
          lt(sessions.seenAt, now - sessionSlidingMs()),
          lt(sessions.createdAt, now - SESSION_ABSOLUTE_MS),
        ),
      ),
  );
}
