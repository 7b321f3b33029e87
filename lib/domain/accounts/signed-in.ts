import { findSession } from '#lib/domain/accounts/reads/accounts.ts';
import { PROOF_MS } from '#lib/domain/accounts/rules.ts';
import { touchSession } from '#lib/domain/accounts/writes/sessions.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type {
  AdminCtx,
  AnyOperation,
  RequestCtx,
  SignedInCtx,
} from '#lib/platform/operations/operation.ts';

export type SessionCtx = SignedInCtx & {
  provedAt: number | null;
  strongAt: number | null;
  requiresFactor: boolean;
};

/**
 * Returns the context of an operation that requires a login. It costs one read by index, and a
 * write at most once an hour. Throws:
 * - `no_session` without an open session
 * - `second_factor_enrolment_required` if the account must set up a second factor first
 * - `proof_required` if the operation needs a proof of identity from the last 15 minutes
 * - `forbidden` if the operation is for an admin or needs more rights in the company
 */
export async function getSignedInCtx(
  ctx: RequestCtx,
  operation: Pick<AnyOperation, 'auth' | 'allowsNoFactor' | 'sudo' | 'method' | 'actsFor'>,
): Promise<SignedInCtx | AdminCtx> {
  const { allowsNoFactor, sudo } = operation;
  const user = await resumeSession(ctx);
  if (!user) throw new AppError('no_session');
  if (!allowsNoFactor && mustEnrol(user)) throw new AppError('second_factor_enrolment_required');
  const auth = [operation.auth].flat();
  const isAdmin = user.role === 'admin' && auth.includes('admin');
  if (!isAdmin && !auth.includes('signedIn')) throw new AppError('forbidden');
  checkRights(user, operation);
  if (sudo && !isProved(user)) throw new AppError('proof_required');
  return isAdmin ? { ...user, auth: 'admin' } : user;
}

/**
 * Returns the context of the open session, for operations that guests may use too. Returns null
 * without a session, or if the person must add a second factor first.
 */
export async function findSignedInCtx(ctx: RequestCtx): Promise<SignedInCtx | null> {
  const user = await resumeSession(ctx);
  return user && !mustEnrol(user) ? user : null;
}

/** Returns the context of the browser's open session, and notes that the session was used. */
export async function resumeSession(ctx: RequestCtx): Promise<SessionCtx | null> {
  const session = await findSession(ctx.browser.get('session'), ctx.now);
  if (!session) return null;
  await touchSession(session, ctx);
  const { accountId, sessionId, email, companyId, provedAt, strongAt } = session;
  return {
    ...ctx,
    auth: 'signedIn',
    ...{ accountId, sessionId, email, companyId, provedAt, strongAt },
    role: companyId ? 'juridica' : session.role,
    holderId: companyId ?? accountId,
    owner: companyId ?? email,
    memberRole: session.memberRole ?? 'owner',
    ...(companyId && { actor: accountId }),
    requiresFactor: session.requiresFactor ?? false,
  };
}

/**
 * Throws `forbidden` if the role in the company does not allow the operation. This is the only
 * check of that role that runs for every operation.
 */
function checkRights(
  { companyId, memberRole }: SignedInCtx,
  { method, actsFor }: Pick<AnyOperation, 'method' | 'actsFor'>,
): void {
  if (actsFor === 'person' || memberRole === 'owner') return;
  if (actsFor === 'owner') {
    throw new AppError('forbidden', { message: 'Solo quien administra la empresa puede hacerlo.' });
  }
  if (companyId && memberRole === 'reader' && method !== 'GET') {
    throw new AppError('forbidden', {
      message:
        'En esta empresa puedes ver y descargar. Para cambiar algo, pídelo a quien la administra.',
    });
  }
}

/**
 * Returns whether the person must set up a second factor. Admins must, and so must members who act
 * for a company that demands one.
 */
export function mustEnrol({ role, strongAt, requiresFactor }: SessionCtx): boolean {
  return (role === 'admin' || requiresFactor) && strongAt === null;
}

/** Returns whether the person proved their identity within the last 15 minutes. */
export function isProved({ provedAt, now }: SessionCtx): boolean {
  const proofAgeMs = now - (provedAt ?? 0);
  return proofAgeMs < PROOF_MS && proofAgeMs > -PROOF_MS;
}
