import { and, eq, isNotNull, isNull, lt, ne, or, type SQL } from 'drizzle-orm';
import type { Session } from '#lib/domain/accounts/reads/accounts.ts';
import {
  SESSION_ABSOLUTE_MS,
  SESSION_TOUCH_MS,
  sessionSlidingMs,
} from '#lib/domain/accounts/rules.ts';
import { type AuditOrigin, audit } from '#lib/domain/audit/writes.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { sessions } from '#lib/platform/db/schema/accounts.ts';
import { alertSettings } from '#lib/platform/db/schema/alerts.ts';
import { companyMembers } from '#lib/platform/db/schema/companies.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { RequestCtx, SignedInCtx } from '#lib/platform/operations/operation.ts';
import { log } from '#lib/platform/process/log.ts';
import { hashToken } from '#lib/platform/security/secrets.ts';
import { shortIp } from '#lib/platform/web/ip-addresses.ts';

/**
 * Extends a session, at most once an hour. If the database cannot be written to, this is logged and
 * the page is shown all the same.
 */
export async function touchSession(session: Session, ctx: RequestCtx): Promise<void> {
  // A last use in the future means that the clock has been set back.
  const idleMs = ctx.now - session.seenAt;
  if (idleMs >= 0 && idleMs < SESSION_TOUCH_MS) return;
  const visit = { seenAt: ctx.now, shortIp: shortIp(ctx.ip) };
  const { sessionId } = session;
  try {
    await getDb().write((tx) => tx.update(sessions).set(visit).where(eq(sessions.id, sessionId)));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'unavailable') throw error;
    log().warn({ err: error.detail.cause }, 'a session was not slid');
  }
}

export async function closeSession(ctx: RequestCtx): Promise<void> {
  const token = ctx.browser.get('session');
  if (token) await endMatchingSession(ctx, eq(sessions.tokenHash, hashToken(token)));
}

/**
 * Ends a session of the person. Returns false if the account has no session with this id.
 */
export async function endSession(ctx: SignedInCtx, id: string): Promise<boolean> {
  return endMatchingSession(ctx, and(eq(sessions.id, id), eq(sessions.accountId, ctx.accountId)));
}

async function endMatchingSession(ctx: RequestCtx, condition: SQL | undefined): Promise<boolean> {
  return getDb().write(async (tx) => {
    const [endedSession] = await tx
      .delete(sessions)
      .where(condition)
      .returning({ accountId: sessions.accountId });
    if (endedSession)
      await audit(tx, ctx, { accountId: endedSession.accountId, action: 'session.ended' });
    return endedSession !== undefined;
  });
}

/**
 * Ends all sessions of the account `accountId`, a person or a company, except `keepId`. Also ends
 * the calendar URLs of a person, because they work without a session and an intruder may have
 * created them.
 */
export async function endAllSessions(tx: Tx, ctx: AuditOrigin, accountId: string, keepId?: string) {
  const conditions = keepId ? [ne(sessions.id, keepId)] : [];
  const condition = or(eq(sessions.accountId, accountId), eq(sessions.companyId, accountId));
  await tx.delete(sessions).where(and(condition, ...conditions));
  const membershipCondition = eq(companyMembers.personId, accountId);
  await tx.update(companyMembers).set({ calendarId: null }).where(membershipCondition);
  await endCalendarUrl(tx, ctx, { accountId, companyId: null });
}

/**
 * Marks a session as one with a second factor that was confirmed now, and ends the person's other
 * sessions that were opened without one. Requires a transaction.
 */
export async function strengthenSession(
  tx: Tx,
  { accountId, sessionId, now }: Pick<SignedInCtx, 'accountId' | 'sessionId' | 'now'>,
): Promise<void> {
  const ownCondition = eq(sessions.accountId, accountId);
  const isWeak = isNull(sessions.strongAt);
  await tx.delete(sessions).where(and(ownCondition, isWeak, ne(sessions.id, sessionId)));
  const strong = { strongAt: now, provedAt: now };
  await tx
    .update(sessions)
    .set(strong)
    .where(and(ownCondition, eq(sessions.id, sessionId)));
}

/** Records that the person of a session confirmed their identity. Requires a transaction. */
export async function markProved(
  tx: Tx,
  { sessionId, now }: Pick<SignedInCtx, 'sessionId' | 'now'>,
): Promise<void> {
  await tx.update(sessions).set({ provedAt: now }).where(eq(sessions.id, sessionId));
}

export async function endOtherSessions(ctx: SignedInCtx): Promise<void> {
  await getDb().write(async (tx) => {
    await endAllSessions(tx, ctx, ctx.accountId, ctx.sessionId);
    await audit(tx, ctx, { accountId: ctx.accountId, action: 'sessions.ended' });
  });
}

/**
 * Ends one calendar URL of the person: the one for this company or, without `companyId`, for the
 * person.
 */
export async function endCalendarUrl(
  tx: Tx,
  ctx: AuditOrigin,
  { accountId, companyId }: { accountId: string; companyId: string | null },
): Promise<void> {
  const noCalendar = { calendarId: null };
  const calendarCondition = and(
    eq(alertSettings.accountId, accountId),
    isNotNull(alertSettings.calendarId),
  );
  const condition = and(
    eq(companyMembers.companyId, companyId ?? ''),
    eq(companyMembers.personId, accountId),
    isNotNull(companyMembers.calendarId),
  );
  const endedCalendars = companyId
    ? await tx
        .update(companyMembers)
        .set(noCalendar)
        .where(condition)
        .returning({ id: companyMembers.companyId })
    : await tx
        .update(alertSettings)
        .set(noCalendar)
        .where(calendarCondition)
        .returning({ id: alertSettings.accountId });
  if (endedCalendars.length === 0) return;
  await audit(tx, ctx, { accountId: companyId ?? accountId, action: 'calendar.ended' });
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
