import { sql } from 'drizzle-orm';
import { companyRefusals } from '#lib/domain/accounts/companies/copy.ts';
import { listSolelyOwnedCompanies } from '#lib/domain/accounts/companies/last-owner.ts';
import { checkOwner } from '#lib/domain/accounts/companies/reads.ts';
import { setActing } from '#lib/domain/accounts/companies/writes/act-for.ts';
import { prepareCompanyDeletion } from '#lib/domain/accounts/companies/writes/members.ts';
import {
  type Account,
  findAccount,
  findPerson,
  isPerson,
} from '#lib/domain/accounts/reads/accounts.ts';
import { listPreviousEmails } from '#lib/domain/accounts/reads/email-changes.ts';
import { removeAccount } from '#lib/domain/accounts/writes/remove-account.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { forgetRecipients } from '#lib/domain/deliveries/writes/arrivals.ts';
import { endVault } from '#lib/domain/documents/writes/remove-objects.ts';
import { type Eraser, eraseCompanyRequests, erasePerson } from '#lib/domain/erasure/writes.ts';
import { eraseRecords } from '#lib/domain/issued-guarantees/writes/erase-records.ts';
import { replaceMemberEmail } from '#lib/domain/ownership/writes/replace-member-email.ts';
import { erasePaymentRequests, erasePayments } from '#lib/domain/payments/writes/erase-payments.ts';
import type { AccountErasure } from '#lib/domain/personal-data/schema.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { AppError, conflict } from '#lib/platform/operations/errors.ts';
import type { AdminCtx, SignedInCtx } from '#lib/platform/operations/operation.ts';

type RequestsChoice = 'keep' | 'erase';
type AccountToEnd = { id: string; owner: string };
/**
 * How and by whom an account is deleted. `accountId` is the person who gets no mail about the end
 * of a company.
 */
type Deletion = Eraser & {
  accountId: string;
  choice: RequestsChoice;
  action: 'account.deleted' | 'account.deleted-by-team';
};

/**
 * Deletes the company for which the session acts, or else the person and the companies for which
 * nobody else acts. Requests are erased, or kept for their retention time. Payments stay, because
 * tax law requires them, and so does the audit trail, without a name. The account is deleted last,
 * so that a failed deletion can be repeated. Throws `conflict` if a company with other members
 * would lose its last owner.
 */
export async function deleteAccount(ctx: SignedInCtx, choice: RequestsChoice): Promise<void> {
  const deletion = { choice, actor: ctx.accountId, action: 'account.deleted' } as const;
  await repeatInWrites(async (tx) => {
    if (!ctx.companyId) return deletePerson(tx, { ...ctx, ...deletion }, ctx.accountId);
    await checkOwner(tx, ctx, ctx.companyId);
    await setActing(tx, ctx, null);
    return deleteCompany(tx, { ...ctx, ...deletion }, ctx.companyId);
  });
}

/**
 * Deletes an account at its owner's request, as `deleteAccount` does. `confirmation` is the e-mail
 * or the company's name as the admin typed it. Throws `account_not_found`, `validation_failed` for
 * a wrong confirmation, and `conflict` for an admin.
 */
export async function deleteAccountFor(
  ctx: AdminCtx,
  id: string,
  { confirmation, sent }: AccountErasure,
): Promise<void> {
  const account = await findAccount(id);
  if (!account) throw new AppError('account_not_found');
  if (account.role === 'admin') {
    throw conflict('Una cuenta de administración la elimina su propia persona, en su perfil.');
  }
  if (confirmation.toLowerCase() !== nameToConfirm(account).toLowerCase()) {
    throw new AppError('validation_failed', {
      fields: { confirmation: 'No coincide. Escríbelo tal como aparece arriba.' },
    });
  }
  const { requestId, ip, now, accountId: actor } = ctx;
  const action = 'account.deleted-by-team';
  const deletion = { requestId, ip, now, actor, accountId: id, choice: sent, action } as const;
  await repeatInWrites(async (tx) => {
    const currentAccount = await findAccount(id, tx);
    if (!currentAccount || currentAccount.role === 'admin') throw new AppError('account_not_found');
    return isPerson(currentAccount)
      ? deletePerson(tx, deletion, id)
      : deleteCompany(tx, deletion, id);
  });
}

/** Returns what an admin must type to confirm a deletion: the e-mail, or the name of a company. */
export function nameToConfirm({ email, razonSocial }: Pick<Account, 'email' | 'razonSocial'>) {
  return email ?? razonSocial ?? '';
}

async function repeatInWrites(write: (tx: Tx) => Promise<boolean>): Promise<void> {
  while (await getDb().write(write));
}

/** Deletes a person. Returns true if requests are left to erase. */
async function deletePerson(tx: Tx, deletion: Deletion, id: string): Promise<boolean> {
  const person = await findPerson(id, tx);
  if (!person) throw new AppError('no_session');
  const { email } = person;
  const companies = await listSolelyOwnedCompanies(id, tx);
  if (companies.some(({ others }) => others > 0)) {
    throw conflict(companyRefusals.lastOwner);
  }
  for (const company of companies) {
    if (await deleteCompany(tx, deletion, company.id)) return true;
  }
  const previousEmails = await listPreviousEmails(id, deletion.now, tx);
  for (const erasedEmail of deletion.choice === 'erase' ? [email, ...previousEmails] : []) {
    if (await erasePerson(tx, deletion, { email: erasedEmail })) return true;
  }
  await replaceMemberEmail(tx, { email, isNameless: true, now: deletion.now });
  await endAccount(tx, deletion, { id, owner: email });
  return false;
}

/** Deletes a company. Returns true if requests are left to erase. */
async function deleteCompany(tx: Tx, deletion: Deletion, id: string): Promise<boolean> {
  if (deletion.choice === 'erase' && (await eraseCompanyRequests(tx, deletion, id))) return true;
  await prepareCompanyDeletion(tx, deletion, id);
  await endAccount(tx, deletion, { id, owner: id });
  return false;
}

async function endAccount(tx: Tx, deletion: Deletion, { id, owner }: AccountToEnd): Promise<void> {
  const { now, action } = deletion;
  await audit(tx, deletion, { accountId: id, action });
  await erasePayments(tx, sql`account_id = ${id}`, now);
  await erasePaymentRequests(tx, sql`owner = ${owner}`, now);
  await endVault(tx, id, now);
  await eraseRecords(tx, sql`owner = ${owner} and recorded_by = 'company'`);
  await forgetRecipients(tx, sql`sent_to = ${owner}`);
  await removeAccount(tx, id);
}
