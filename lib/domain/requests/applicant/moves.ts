import { and, desc, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { PERSONAL } from '#lib/domain/accounts/companies/copy.ts';
import { getDb, type ReadDb, type Tx } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { companyMembers } from '#lib/platform/db/schema/companies.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { submissions } from '#lib/platform/db/schema/submissions.ts';
import type { SignedInCtx } from '#lib/platform/operations/operation.ts';

type Mover = Pick<SignedInCtx, 'accountId' | 'email'>;

const MAX_OFFERED_COMPANIES = 5;

/**
 * Finds which other account of a person owns a request. Returns id and name of one of `companies`,
 * an empty id for the person's own account, or null if none of them owns it.
 */
export async function findOtherAccount(
  { email, owner }: Pick<SignedInCtx, 'email' | 'owner'>,
  submissionId: number,
  companies: readonly { id: string; name: string }[],
): Promise<{ company: string; name: string } | null> {
  const owners = [email, ...companies.map(({ id }) => id)].filter((one) => one !== owner);
  const [lead] = await getDb()
    .read.select({ owner: leads.owner })
    .from(leads)
    .where(and(eq(leads.submissionId, submissionId), inArray(leads.owner, owners)))
    .limit(1);
  if (!lead) return null;
  const company = companies.find(({ id }) => id === lead.owner);
  return company ? { company: company.id, name: company.name } : { company: '', name: PERSONAL };
}

/**
 * Lists the person's own requests that name the RUT of a company for which they may act, newest
 * first, with that company. Anybody can type a RUT, so the request must also have come with the
 * verified e-mail of the person who moves it.
 */
export async function listRequestMoves(
  { accountId, email }: Mover,
  { submissionId, companyId }: { submissionId?: number; companyId?: string | null } = {},
  db: ReadDb | Tx = getDb().read,
) {
  return db
    .select({
      leadId: leads.id,
      answers: submissions.answers,
      submissionId: sql<number>`${leads.submissionId}`,
      companyId: accounts.id,
      name: sql<string>`coalesce(${accounts.razonSocial}, 'tu empresa')`,
    })
    .from(leads)
    .innerJoin(submissions, eq(submissions.id, leads.submissionId))
    .innerJoin(companyMembers, eq(companyMembers.personId, accountId))
    .innerJoin(
      accounts,
      and(eq(accounts.id, companyMembers.companyId), eq(accounts.rut, sql`${leads.rut}`)),
    )
    .where(
      and(
        eq(leads.owner, email),
        isNull(leads.companyId),
        isNotNull(leads.submissionId),
        isNull(leads.erasedAt),
        ne(companyMembers.role, 'reader'),
        isNull(accounts.suspendedAt),
        submissionId === undefined ? undefined : eq(leads.submissionId, submissionId),
        companyId ? eq(accounts.id, companyId) : undefined,
      ),
    )
    .orderBy(desc(leads.id))
    .limit(MAX_OFFERED_COMPANIES);
}
