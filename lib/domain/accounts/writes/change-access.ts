import { and, eq, isNull, sql } from 'drizzle-orm';
import { type Account, findAccount } from '#lib/domain/accounts/reads/accounts.ts';
import type { AccessChange } from '#lib/domain/accounts/schema.ts';
import { mailOwner } from '#lib/domain/accounts/writes/mail-owner.ts';
import { endAllSessions } from '#lib/domain/accounts/writes/sessions.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { AppError, conflict } from '#lib/platform/operations/errors.ts';
import type { AdminCtx } from '#lib/platform/operations/operation.ts';

/**
 * Suspends an account, reinstates it, or ends its sessions, and mails its owner. A suspended
 * account opens no session, and its share links show nothing. Throws `account_not_found`, and
 * `conflict` for one's own account or the last admin.
 */
export async function changeAccess(
  ctx: AdminCtx,
  id: string,
  { change, reason }: AccessChange,
): Promise<void> {
  if (id === ctx.accountId) throw conflict('Tu propia cuenta la cambias en tu perfil.');
  await getDb().write(async (tx) => {
    const account = await findAccount(id, tx);
    if (!account) throw new AppError('account_not_found');
    if (change !== 'sessions' && (change === 'suspend') === Boolean(account.suspendedAt)) return;
    if (change === 'suspend') await checkNotLastOwner(tx, account);
    if (change !== 'reinstate') await endAllSessions(tx, { ...ctx, actor: ctx.accountId }, id);
    const suspension = { suspendedAt: ctx.now, suspendedReason: reason ?? null };
    const reinstatement = { suspendedAt: null, suspendedReason: null };
    if (change !== 'sessions') {
      const set = { ...(change === 'suspend' ? suspension : reinstatement), updatedAt: ctx.now };
      await tx.update(accounts).set(set).where(eq(accounts.id, id));
    }
    await audit(tx, ctx, { accountId: id, actor: ctx.accountId, action: actions[change] });
    const payload = { accountId: id, change };
    await mailOwner(tx, { kind: 'account.access-mail', payload, now: ctx.now });
  });
}

const actions = {
  suspend: 'account.suspended',
  reinstate: 'account.reinstated',
  sessions: 'sessions.ended-by-team',
} as const;

async function checkNotLastOwner(tx: Tx, { id, role }: Account): Promise<void> {
  const otherAdminsCondition = and(
    sql`role = 'admin'`,
    isNull(accounts.suspendedAt),
    sql`id <> ${id}`,
  );
  if (role !== 'admin' || (await tx.$count(accounts, otherAdminsCondition)) > 0) return;
  throw conflict('Es la última cuenta de administración.');
}
