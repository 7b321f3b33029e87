import { eq, sql } from 'drizzle-orm';
import { findAccount } from '#lib/domain/accounts/reads.ts';
import { checkResend, sendCode, takeCode, tryCode } from '#lib/domain/accounts/writes/codes.ts';
import { clearSessionCookie } from '#lib/domain/accounts/writes/sessions.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { wakeDeliveries } from '#lib/domain/deliveries/wake.ts';
import { endVault } from '#lib/domain/documents/replacement.ts';
import { erasePerson } from '#lib/domain/erasure/writes.ts';
import { eraseRecords } from '#lib/domain/issued/writes/erase-records.ts';
import { eraseAsked, erasePayments } from '#lib/domain/payments/writes/erase-payments.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
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
 * payments stays what the tax law asks for, and the audit trail without a name. The account goes last:
 * where it stops halfway through very many submissions, it can be pressed again.
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
  let outcome: 'proved' | 'refused' | 'deleted' | undefined;
  do {
    const isProved = outcome === 'proved';
    outcome = await getDb().write(async (tx) => {
      const still = await findAccount(ctx.accountId, tx);
      if (!still || still.passwordHash !== account.passwordHash) return 'refused';
      const typed = { typed: proof.code ?? '', now: ctx.now };
      const asksCode = !account.passwordHash && !isProved;
      if (asksCode && !(await takeCode(tx, codeId, typed))) return 'refused';
      const by = { ...ctx, actor: ctx.accountId };
      if (proof.sent === 'erase' && (await erasePerson(tx, by, still))) return 'proved';
      await endAccount(tx, ctx, still.email);
      return 'deleted';
    });
  } while (outcome === 'proved');
  if (outcome === 'refused') {
    throw new AppError('validation_failed', {
      fields: { code: 'El código no es correcto o ya venció.' },
    });
  }
  wakeDeliveries();
  clearSessionCookie(ctx);
}

async function endAccount(tx: Tx, ctx: MemberCtx, email: string): Promise<void> {
  const { accountId, now } = ctx;
  await audit(tx, ctx, { accountId, action: 'account.deleted' });
  await erasePayments(tx, sql`account_id = ${accountId}`, now);
  await eraseAsked(tx, sql`email = ${email}`, now);
  await endVault(tx, accountId, now);
  await eraseRecords(tx, sql`email = ${email} and recorded_by = 'company'`);
  await tx.delete(accounts).where(eq(accounts.id, accountId));
}
