import { and, count, eq, inArray, ne, notExists, or, sql } from 'drizzle-orm';
import { otherMember as other } from '#lib/platform/db/aliases.ts';
import { getDb, type ReadDb, type Tx } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { companyMembers } from '#lib/platform/db/schema/companies.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';

/**
 * Lists the companies that nobody would own if this person left: the person is the only owner or,
 * if the company has no owner, its only member. Adds the number of documents of the company
 * (`documents`) and of its other members (`others`).
 */
export async function listSolelyOwnedCompanies(personId: string, db: ReadDb | Tx = getDb().read) {
  const { companyId, role } = companyMembers;
  const { id, razonSocial } = accounts;
  const name = sql<string>`coalesce(${razonSocial}, 'Tu empresa')`;
  const otherMemberCondition = and(eq(other.companyId, companyId), ne(other.personId, personId));
  const otherMembersQuery = db.select({ total: count() }).from(other).where(otherMemberCondition);
  const successors = db
    .select({ personId: other.personId })
    .from(other)
    .where(and(otherMemberCondition, or(eq(other.role, 'owner'), ne(role, 'owner'))));
  const heldDocumentCondition = inArray(documents.state, ['kept', 'waiting']);
  return db
    .select({
      id,
      name,
      others: sql<number>`(${otherMembersQuery})`,
      documents: db.$count(documents, and(eq(documents.accountId, id), heldDocumentCondition)),
    })
    .from(companyMembers)
    .innerJoin(accounts, eq(id, companyId))
    .where(and(eq(companyMembers.personId, personId), notExists(successors)))
    .orderBy(name);
}
