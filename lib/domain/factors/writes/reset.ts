import { eq } from 'drizzle-orm';
import { findAccount, findAccountByEmail, hasFactor } from '#lib/domain/accounts/reads/accounts.ts';
import { removeFactors } from '#lib/domain/accounts/writes/end-access.ts';
import { endAllSessions } from '#lib/domain/accounts/writes/sessions.ts';
import { type AuditOrigin, audit } from '#lib/domain/audit/writes.ts';
import { findReset } from '#lib/domain/factors/reads.ts';
import { mailChange, recordChange } from '#lib/domain/factors/writes/change.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { factorResets } from '#lib/platform/db/schema/factors.ts';
import { AppError, conflict } from '#lib/platform/operations/errors.ts';
import type { AdminCtx } from '#lib/platform/operations/operation.ts';

/**
 * Resets the second factors of an account: one admin requests it and another approves it. Owner and
 * requester are notified by mail. Throws `account_not_found`, and `conflict` if the step is not
 * possible now.
 */
export async function resetFactors(
  ctx: AdminCtx,
  id: string,
  step: 'ask' | 'approve' | 'withdraw',
): Promise<void> {
  const { accountId: actor, now } = ctx;
  await getDb().write(async (tx) => {
    const account = await findAccount(id, tx);
    if (!account || !(await hasFactor(id, tx))) throw new AppError('account_not_found');
    const pendingReset = await findReset(id, now, tx);
    if (step === 'ask') {
      if (id === actor || pendingReset) throw conflict('Ya está pedido, o es tu propia cuenta.');
      const row = { requestedBy: actor, requestedAt: now };
      await tx
        .insert(factorResets)
        .values({ accountId: id, ...row })
        .onConflictDoUpdate({ target: factorResets.accountId, set: row });
      return recordChange(tx, ctx, { accountId: id, actor, action: 'factor.reset-asked' });
    }
    if (!pendingReset) throw conflict('Nadie lo ha pedido, o pasó un día desde entonces.');
    if (step === 'withdraw') {
      await tx.delete(factorResets).where(eq(factorResets.accountId, id));
      return audit(tx, ctx, { accountId: id, actor, action: 'factor.reset-withdrawn' });
    }
    if (pendingReset.requestedBy === actor || id === actor)
      throw conflict('Lo aprueba otra persona del equipo.');
    await endFactors(tx, ctx, { id, actor });
    await mailChange(tx, {
      accountId: pendingReset.requestedBy,
      action: 'factor.reset-approved',
      now,
    });
  });
}

/**
 * Resets the second factors of an account for the operator. Returns false if the account or its
 * factors do not exist.
 */
export async function resetFactorsOf(email: string, now: number): Promise<boolean> {
  return getDb().write(async (tx) => {
    const account = await findAccountByEmail(email, tx);
    if (!account || !(await hasFactor(account.id, tx))) return false;
    const origin = { requestId: 'cli', ip: 'cli', now };
    await endFactors(tx, origin, { id: account.id, actor: 'cli' });
    return true;
  });
}

async function endFactors(
  tx: Tx,
  origin: AuditOrigin,
  { id, actor }: { id: string; actor: string },
) {
  await removeFactors(tx, id);
  await tx.delete(factorResets).where(eq(factorResets.accountId, id));
  await endAllSessions(tx, { ...origin, actor }, id);
  await recordChange(tx, origin, { accountId: id, actor, action: 'factor.reset' });
}
