import { type SQL, sql } from 'drizzle-orm';
import {
  findAccount,
  findAccountByEmail,
  findPerson,
} from '#lib/domain/accounts/reads/accounts.ts';
import { wizardValues } from '#lib/domain/accounts/view.ts';
import { getDb, type ReadDb, type Tx } from '#lib/platform/db/client.ts';
import type { SignedInCtx } from '#lib/platform/operations/operation.ts';

/** Returns the id of the account that verified this e-mail, or null. */
export async function findVerifiedAccountId(
  email: string,
  db?: ReadDb | Tx,
): Promise<string | null> {
  const account = await findAccountByEmail(email, db);
  return account?.emailVerifiedAt ? account.id : null;
}

/**
 * Returns the account holder to which a row belongs: its company, or else the person who verified
 * its e-mail. Returns null if the row has neither.
 */
export async function findHolderId(
  { companyId, email }: { companyId: string | null; email: string },
  db?: ReadDb | Tx,
): Promise<string | null> {
  return companyId ?? findVerifiedAccountId(email, db);
}

/**
 * Returns the e-mail to which mails for an account holder go. A company's mails go to the member
 * who acted (`personId`), or else to the owner who joined first.
 */
export async function findContact({
  holderId,
  personId,
}: {
  holderId: string;
  personId?: string | null;
}): Promise<string | null> {
  const [owner] = await getDb().read.all<{ email: string | null }>(
    sql`select ${contactEmailSql(sql`${holderId}`, sql`${personId ?? null}`)} as email`,
  );
  return owner?.email ?? null;
}

/** SQL for the e-mail that `findContact` finds. */
export function contactEmailSql(holderId: SQL, personId: SQL): SQL {
  return sql`coalesce((select email from accounts where id = ${holderId}),
    (select a.email from company_members m join accounts a on a.id = m.person_id
      where m.company_id = ${holderId} and m.person_id = ${personId}),
    (select a.email from company_members m join accounts a on a.id = m.person_id
      where m.company_id = ${holderId} and m.role = 'owner' order by m.joined_at limit 1))`;
}

/**
 * Returns values with which the wizard may begin: the data of the account holder and the contact of
 * the requester. A reader of a company may send requests only as a person, so readers get their own
 * data.
 */
export async function readWizardValues({
  accountId,
  holderId,
  memberRole,
}: Pick<SignedInCtx, 'accountId' | 'holderId' | 'memberRole'>): Promise<Record<string, string>> {
  const valuesHolderId = memberRole === 'reader' ? accountId : holderId;
  const [holder, person] = await Promise.all([findAccount(valuesHolderId), findPerson(accountId)]);
  return holder && person ? wizardValues(holder, person) : {};
}
