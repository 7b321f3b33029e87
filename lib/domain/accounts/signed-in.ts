import { findSession } from '#lib/domain/accounts/reads.ts';
import { PROOF_MS } from '#lib/domain/accounts/rules.ts';
import { touchSession } from '#lib/domain/accounts/writes/sessions.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type {
  AdminCtx,
  AnyOperation,
  MemberCtx,
  RequestCtx,
} from '#lib/platform/operations/operation.ts';

export type SignedIn = MemberCtx & { provedAt: number | null; strongAt: number | null };

/**
 * Costs one indexed read, and a write at most once an hour. Throws `no_session`,
 * `second_factor_enrolment_required`, `forbidden` when an admin is needed, or `proof_required`.
 */
export async function getMember(
  ctx: RequestCtx,
  { auth, allowsNoFactor, sudo }: Pick<AnyOperation, 'auth' | 'allowsNoFactor' | 'sudo'>,
): Promise<MemberCtx | AdminCtx> {
  const member = await findSignedIn(ctx);
  if (!member) throw new AppError('no_session');
  if (!allowsNoFactor && mustEnrol(member)) throw new AppError('second_factor_enrolment_required');
  if (auth === 'admin' && member.role !== 'admin') throw new AppError('forbidden');
  if (sudo && !isProved(member)) throw new AppError('proof_required');
  return auth === 'admin' ? { ...member, auth } : member;
}

/** Returns null without a live session, for operations that guests may use too. */
export async function findMember(ctx: RequestCtx): Promise<MemberCtx | null> {
  const member = await findSignedIn(ctx);
  return member && !mustEnrol(member) ? member : null;
}

export async function findSignedIn(ctx: RequestCtx): Promise<SignedIn | null> {
  const session = await findSession(ctx.browser.get('session'), ctx.now);
  if (!session) return null;
  await touchSession(session, ctx);
  const { accountId, sessionId, email, role, provedAt, strongAt } = session;
  return { ...ctx, auth: 'member', accountId, sessionId, email, role, provedAt, strongAt };
}

/** An admin who logged in with a password alone has to add a second factor first. */
export function mustEnrol({ role, strongAt }: SignedIn): boolean {
  return role === 'admin' && strongAt === null;
}

/** Returns whether the person confirmed their identity in the last 15 minutes. */
export function isProved({ provedAt, now }: SignedIn): boolean {
  const since = now - (provedAt ?? 0);
  return since < PROOF_MS && since > -PROOF_MS;
}
