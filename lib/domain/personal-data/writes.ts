import { eq } from 'drizzle-orm';
import { findAccount } from '#lib/domain/accounts/reads.ts';
import { checkResend, sendCode, takeCode, tryCode } from '#lib/domain/accounts/writes/codes.ts';
import { clearSessionCookie } from '#lib/domain/accounts/writes/sessions.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { wakeDeliveries } from '#lib/domain/deliveries/wake.ts';
import { endVault } from '#lib/domain/documents/replacement.ts';
import { erasePayments, erasePerson } from '#lib/domain/erasure/writes.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { payments } from '#lib/platform/db/schema/payments.ts';
import { AppError } from '#lib/platform/errors.ts';
import type { MemberCtx } from '#lib/platform/operation.ts';
import { passwordFits } from '#lib/platform/passwords.ts';

/** Accounts without a password prove themselves with a mailed code instead. */
export async function requestDeletionCode(ctx: MemberCtx): Promise<void> {
  await getDb().write(async (tx) => {
    await checkResend(tx, ctx.accountId, 'delete', ctx.now);
    await sendCode(tx, { accountId: ctx.accountId, purpose: 'delete', now: ctx.now });
    await audit(tx, ctx, { accountId: ctx.accountId, action: 'account.deletion-requested' });
  });
  wakeDeliveries();
}

/**
 * Deletes the own account after its password, or its mailed code: sessions, codes, links and its
 * documents end with it. Submissions of its address are erased as well, or stay for their time; of
 * payments stays what the tax law asks for, and the audit trail without a name.
 */
export async function deleteAccount(
  ctx: MemberCtx,
  proof: { password?: string | undefined; code?: string | undefined; sent: 'keep' | 'erase' },
): Promise<void> {
  const account = await findAccount(ctx.accountId);
  if (!account) throw new AppError('no_session');
  if (account.passwordHash && !(await passwordFits(account.passwordHash, proof.password ?? ''))) {
    throw new AppError('validation_failed', {
      fields: { password: 'La contraseña no coincide.' },
    });
  }
  const codeId = account.passwordHash ? null : await tryCode(ctx, ctx.accountId, 'delete');
  const deleted = await getDb().write(async (tx) => {
    const still = await findAccount(ctx.accountId, tx);
    if (!still || still.passwordHash !== account.passwordHash) return false;
    const typed = { typed: proof.code ?? '', now: ctx.now };
    if (!account.passwordHash && !(await takeCode(tx, codeId, typed))) return false;
    await audit(tx, ctx, { accountId: ctx.accountId, action: 'account.deleted' });
    if (proof.sent === 'erase') {
      await erasePerson(tx, { ...ctx, actor: ctx.accountId }, still.email);
    }
    await erasePayments(tx, eq(payments.accountId, ctx.accountId));
    await endVault(tx, ctx.accountId, ctx.now);
    await tx.delete(accounts).where(eq(accounts.id, ctx.accountId));
    return true;
  });
  if (!deleted) {
    throw new AppError('validation_failed', {
      fields: { code: 'El código no es correcto o ya venció.' },
    });
  }
  wakeDeliveries();
  clearSessionCookie(ctx);
}
