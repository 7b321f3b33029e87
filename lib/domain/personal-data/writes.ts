import { eq, sql } from 'drizzle-orm';
import { listFormerEmails } from '#lib/domain/accounts/email-reads.ts';
import { getAccount } from '#lib/domain/accounts/reads.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { endVault } from '#lib/domain/documents/objects.ts';
import { erasePerson } from '#lib/domain/erasure/writes.ts';
import { eraseRecords } from '#lib/domain/issued-guarantees/writes/erase-records.ts';
import { erasePaymentRequests, erasePayments } from '#lib/domain/payments/writes/erase-payments.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import type { MemberCtx } from '#lib/platform/operations/operation.ts';

/**
 * Requests are erased or kept for their time. Payments stay as the tax law requires, the audit
 * trail without a name. The account goes last, so that a failed deletion can be repeated.
 */
export async function deleteAccount(ctx: MemberCtx, sent: 'keep' | 'erase'): Promise<void> {
  let isMore = true;
  while (isMore) {
    isMore = await getDb().write(async (tx) => {
      const { email } = await getAccount(ctx.accountId, tx);
      const by = { ...ctx, actor: ctx.accountId };
      const former = await listFormerEmails(ctx.accountId, ctx.now, tx);
      for (const own of sent === 'erase' ? [email, ...former] : []) {
        if (await erasePerson(tx, by, { email: own })) return true;
      }
      await endAccount(tx, ctx, email);
      return false;
    });
  }
}

async function endAccount(tx: Tx, ctx: MemberCtx, email: string): Promise<void> {
  const { accountId, now } = ctx;
  await audit(tx, ctx, { accountId, action: 'account.deleted' });
  await erasePayments(tx, sql`account_id = ${accountId}`, now);
  await erasePaymentRequests(tx, sql`email = ${email}`, now);
  await endVault(tx, accountId, now);
  await eraseRecords(tx, sql`email = ${email} and recorded_by = 'company'`);
  await tx.delete(accounts).where(eq(accounts.id, accountId));
}
