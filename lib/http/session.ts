import { findSession, SESSION_COOKIE } from '#lib/domain/accounts/reads.ts';
import { touchSession } from '#lib/domain/accounts/writes/sessions.ts';
import { AppError } from '#lib/platform/errors.ts';
import type { AdminCtx, MemberCtx, RequestCtx } from '#lib/platform/operation.ts';

/**
 * Who holds the session of the cookie: one indexed read, and a write at most once an hour so that
 * the session slides. Throws `no_session`, or `forbidden` when an admin is needed.
 */
export async function getMember(
  ctx: RequestCtx,
  auth: 'member' | 'admin',
): Promise<MemberCtx | AdminCtx> {
  const member = await findMember(ctx);
  if (!member) throw new AppError('no_session');
  if (auth === 'admin' && member.role !== 'admin') throw new AppError('forbidden');
  return { ...member, auth };
}

/** The same, or null without a live session: for what a session is not the only way to. */
export async function findMember(ctx: RequestCtx): Promise<MemberCtx | null> {
  const session = await findSession(ctx.cookies.get(SESSION_COOKIE), ctx.now);
  if (!session) return null;
  await touchSession(session, ctx);
  const { accountId, sessionId, email, role } = session;
  return { ...ctx, auth: 'member', accountId, sessionId, email, role };
}
