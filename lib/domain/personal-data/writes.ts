import { eq, sql } from 'drizzle-orm';
import { companyRefusal } from '#lib/domain/accounts/companies/copy.ts';
import { listCompaniesLeft } from '#lib/domain/accounts/companies/reads.ts';
import { setActing } from '#lib/domain/accounts/companies/writes/act-for.ts';
import { handOver } from '#lib/domain/accounts/companies/writes/hand-over.ts';
import { checkOwner, endMemberships } from '#lib/domain/accounts/companies/writes/members.ts';
import { listFormerEmails } from '#lib/domain/accounts/email-reads.ts';
import { getPerson } from '#lib/domain/accounts/reads.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { endVault } from '#lib/domain/documents/writes/remove-objects.ts';
import { eraseCompanyRequests, erasePerson } from '#lib/domain/erasure/writes.ts';
import { eraseRecords } from '#lib/domain/issued-guarantees/writes/erase-records.ts';
import { erasePaymentRequests, erasePayments } from '#lib/domain/payments/writes/erase-payments.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { companyInvitations } from '#lib/platform/db/schema/companies.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { SignedInCtx } from '#lib/platform/operations/operation.ts';

type RequestsChoice = 'keep' | 'erase';
type Holder = { id: string; owner: string };

/**
 * Deletes the company for which one acts, or else the person with the companies that nobody else
 * acts for. Requests are erased or kept for their time. Payments stay as the tax law requires, the
 * audit trail without a name. The account goes last, so that a failed deletion can be repeated.
 * Throws `conflict` when a company of others would lose its last owner.
 */
export async function deleteAccount(ctx: SignedInCtx, choice: RequestsChoice): Promise<void> {
  const actor = { ...ctx, actor: ctx.accountId };
  let isMore = true;
  while (isMore) {
    isMore = await getDb().write(async (tx) => {
      if (ctx.companyId) {
        await checkOwner(tx, ctx, ctx.companyId);
        await setActing(tx, ctx, null);
        return deleteCompany(tx, actor, ctx.companyId, choice);
      }
      const { email } = await getPerson(ctx.accountId, tx);
      const companies = await listCompaniesLeft(ctx.accountId, tx);
      if (companies.some(({ others }) => others > 0)) {
        throw new AppError('conflict', { message: companyRefusal.lastOwner });
      }
      for (const { id } of companies) {
        if (await deleteCompany(tx, actor, id, choice)) return true;
      }
      const former = await listFormerEmails(ctx.accountId, ctx.now, tx);
      for (const address of choice === 'erase' ? [email, ...former] : []) {
        if (await erasePerson(tx, actor, { email: address })) return true;
      }
      await handOver(tx, { email, isNameless: true, now: ctx.now });
      await tx.delete(companyInvitations).where(eq(companyInvitations.invitedBy, ctx.accountId));
      await endAccount(tx, ctx, { id: ctx.accountId, owner: email });
      return false;
    });
  }
}

/** Deletes a company. Returns true while requests are left to erase. */
async function deleteCompany(
  tx: Tx,
  actor: SignedInCtx & { actor: string },
  id: string,
  choice: RequestsChoice,
): Promise<boolean> {
  if (choice === 'erase' && (await eraseCompanyRequests(tx, actor, id))) return true;
  await endMemberships(tx, actor, id);
  await endAccount(tx, actor, { id, owner: id });
  return false;
}

async function endAccount(tx: Tx, ctx: SignedInCtx, { id, owner }: Holder): Promise<void> {
  const { now } = ctx;
  await audit(tx, ctx, { accountId: id, action: 'account.deleted' });
  await erasePayments(tx, sql`account_id = ${id}`, now);
  await erasePaymentRequests(tx, sql`owner = ${owner}`, now);
  await endVault(tx, id, now);
  await eraseRecords(tx, sql`owner = ${owner} and recorded_by = 'company'`);
  await tx.delete(accounts).where(eq(accounts.id, id));
}
