import { and, asc, desc, eq, gt, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { MEMBERS_PAGE_SIZE } from '#lib/domain/accounts/companies/rules.ts';
import { getDb, type ReadDb, type Tx } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { companyInvitations, companyMembers } from '#lib/platform/db/schema/companies.ts';
import { AppError, conflict } from '#lib/platform/operations/errors.ts';
import type { AccountId, MemberRole, SignedInCtx } from '#lib/platform/operations/operation.ts';
import { verifySignedToken } from '#lib/platform/security/secrets.ts';

export type Member = Awaited<ReturnType<typeof listMemberRows>>[number];

/**
 * Lists a page of the people who act for a company, in the order of joining, beginning after the
 * person `after`.
 */
export async function listMembers(companyId: string, after = '') {
  const rows = await listMemberRows(
    companyId,
    sql`(joined_at, person_id) > (coalesce((select joined_at from company_members
      where company_id = ${companyId} and person_id = ${after}), -1), ${after})`,
    MEMBERS_PAGE_SIZE + 1,
  );
  return {
    members: rows.slice(0, MEMBERS_PAGE_SIZE),
    next: rows.length > MEMBERS_PAGE_SIZE ? (rows[MEMBERS_PAGE_SIZE - 1]?.id ?? null) : null,
  };
}

export async function listAllMembers(companyId: string): Promise<Member[]> {
  return listMemberRows(companyId);
}

/** Maps the account ids of up to 100 people who act for a company to what names them. */
export async function listMemberNames(companyId: string): Promise<Record<string, string>> {
  const members = await listMemberRows(companyId, undefined, 100);
  return Object.fromEntries(
    members.map(({ id, name, email }) => [id, name ? `${name} (${email})` : email]),
  );
}

async function listMemberRows(companyId: string, condition?: SQL, limit = -1) {
  const { personId, role, joinedAt } = companyMembers;
  const { id, name, email } = accounts;
  return getDb()
    .read.select({ id, name, email: sql<string>`${email}`, role, joinedAt })
    .from(companyMembers)
    .innerJoin(accounts, eq(id, personId))
    .where(and(eq(companyMembers.companyId, companyId), condition))
    .orderBy(joinedAt, personId)
    .limit(limit);
}

/** Lists up to 50 open invitations of a company, those that end soonest first. */
export async function listInvitations(companyId: string) {
  return getDb()
    .read.select()
    .from(companyInvitations)
    .where(eq(companyInvitations.companyId, companyId))
    .orderBy(asc(companyInvitations.endsAt))
    .limit(MEMBERS_PAGE_SIZE);
}

export type CompanyOf = { id: AccountId; name: string; role: MemberRole };

/**
 * Lists the companies for which a person may act. The one for which they acted last comes first.
 */
export async function listCompaniesOf(
  personId: string,
  db: ReadDb | Tx = getDb().read,
): Promise<CompanyOf[]> {
  const { companyId, role, actedAt, joinedAt } = companyMembers;
  const { id, razonSocial, suspendedAt } = accounts;
  return db
    .select({
      id: sql<AccountId>`${id}`,
      name: sql<string>`coalesce(${razonSocial}, 'Tu empresa')`,
      role,
    })
    .from(companyMembers)
    .innerJoin(accounts, eq(id, companyId))
    .where(and(eq(companyMembers.personId, personId), isNull(suspendedAt)))
    .orderBy(isNull(actedAt), desc(actedAt), joinedAt)
    .limit(100);
}

export async function findMemberRole(
  { companyId, personId }: { companyId: string; personId: string },
  db: ReadDb | Tx = getDb().read,
): Promise<MemberRole | null> {
  const [row] = await db
    .select({ role: companyMembers.role })
    .from(companyMembers)
    .where(memberCondition(companyId, personId));
  return row?.role ?? null;
}

export function memberCondition(companyId: string, personId: string): SQL | undefined {
  return and(eq(companyMembers.companyId, companyId), eq(companyMembers.personId, personId));
}

export function countOtherOwners(tx: Tx, companyId: string, personId: string): Promise<number> {
  const { role } = companyMembers;
  const otherPersonCondition = ne(companyMembers.personId, personId);
  const otherOwnersCondition = and(
    eq(companyMembers.companyId, companyId),
    eq(role, 'owner'),
    otherPersonCondition,
  );
  return tx.$count(companyMembers, otherOwnersCondition);
}

/** Lists up to 20 owners of a company, those who joined first, as recipients of a mail to it. */
export async function listOwners(tx: Tx, companyId: string): Promise<{ personId: string }[]> {
  const { personId, role, joinedAt } = companyMembers;
  return tx
    .select({ personId })
    .from(companyMembers)
    .where(and(eq(companyMembers.companyId, companyId), eq(role, 'owner')))
    .orderBy(joinedAt)
    .limit(20);
}

/**
 * Finds an invitation that can still be accepted, with the name of its company and the e-mail of
 * the inviter. Returns null if the invitation has ended or was used.
 */
export async function findInvitation(token: string, now: number, db: ReadDb | Tx = getDb().read) {
  const id = verifySignedToken('invitation', token);
  if (!id) return null;
  const [row] = await db
    .select({
      invitation: companyInvitations,
      company: accounts.razonSocial,
      inviter: sql<
        string | null
      >`(select p.email from accounts p where p.id = ${companyInvitations.invitedBy})`,
    })
    .from(companyInvitations)
    .innerJoin(accounts, eq(accounts.id, companyInvitations.companyId))
    .where(and(eq(companyInvitations.id, id), gt(companyInvitations.endsAt, now)))
    .limit(1);
  return row ?? null;
}

/**
 * Returns the company that owns a request or payment with this e-mail and RUT, or null if the
 * person owns it. The owner is the company with this RUT for which the person may act. A person
 * without a RUT of their own may also use that of the company that they own.
 */
export async function findCompanyOf(
  { email, rut = null }: { email: string; rut?: string | null | undefined },
  db: ReadDb | Tx = getDb().read,
): Promise<string | null> {
  const companies = await db.all<{ id: string; hasRut: number }>(sql`
    select c.id, c.rut is ${rut} and ${rut} is not null as "hasRut" from accounts p join company_members m on m.person_id = p.id and m.role <> 'reader'
    join accounts c on c.id = m.company_id
    where p.email = ${email.toLowerCase()}
      and (c.rut = ${rut} or (p.rut is null and m.role = 'owner'))
    order by "hasRut" desc, m.acted_at desc limit 2`);
  const [first, second] = companies;
  // Anybody may register a company under the RUT of another company. If two companies of the person
  // have this RUT, the row belongs to neither.
  return first && !(first.hasRut && second?.hasRut) ? first.id : null;
}

/** Returns the company for which the session acts. Throws `conflict` if there is none. */
export function getCompanyId({ companyId }: SignedInCtx): AccountId {
  if (companyId) return companyId;
  throw conflict('Elige primero la empresa por la que actúas.');
}

/**
 * Returns whether an older company has the same RUT as this one. Reveals nothing else about the
 * older company.
 */
export async function hasOlderCompanyWithRut(companyId: string): Promise<boolean> {
  return (await getDb().read.all(sql`${olderCompanyIdsWithRut(companyId)} limit 1`)).length > 0;
}

/**
 * SQL for the ids of older companies with the same RUT. Newer companies are left out, because a
 * later registration of a RUT must not change anything for the company that had it first.
 */
export function olderCompanyIdsWithRut(companyId: string): SQL {
  return sql`select t.id from accounts c join accounts t on t.rut = c.rut and t.id <> c.id
    where c.id = ${companyId} and t.role = 'juridica' and t.email is null and t.suspended_at is null
      and (t.created_at, t.rowid) < (c.created_at, c.rowid)`;
}

/**
 * Throws `forbidden` unless the caller is an owner of the company. The role is read inside the
 * write: if two owners remove each other, only the first succeeds.
 */
export async function checkOwner(tx: Tx, ctx: SignedInCtx, companyId: string): Promise<void> {
  const role = await findMemberRole({ companyId, personId: ctx.accountId }, tx);
  if (role !== 'owner') throw new AppError('forbidden');
}
