import { and, desc, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { getDb, type ReadDb, type Tx } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { companyMembers } from '#lib/platform/db/schema/companies.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import type { SignedInCtx } from '#lib/platform/operations/operation.ts';

type Mover = Pick<SignedInCtx, 'accountId' | 'email'>;

const MAX_OFFERED = 5;

/**
 * Lists the person's own requests that name the RUT of a company for which they may act, with that
 * company, newest first. The RUT alone proves nothing, because anybody can type it: the request must
 * have come with the verified e-mail of the person who moves it.
 */
export async function listRequestMoves(
  { accountId, email }: Mover,
  { submissionId, companyId }: { submissionId?: number; companyId?: string | null } = {},
  db: ReadDb | Tx = getDb().read,
) {
  return db
    .select({
      leadId: leads.id,
      submissionId: sql<number>`${leads.submissionId}`,
      companyId: accounts.id,
      name: sql<string>`coalesce(${accounts.razonSocial}, 'tu empresa')`,
    })
    .from(leads)
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
    .limit(MAX_OFFERED);
}
