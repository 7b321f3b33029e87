import { eq } from 'drizzle-orm';
import { listCompaniesOf, memberCondition } from '#lib/domain/accounts/companies/reads.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { sessions } from '#lib/platform/db/schema/accounts.ts';
import { companyMembers } from '#lib/platform/db/schema/companies.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { Role, SignedInCtx } from '#lib/platform/operations/operation.ts';

/**
 * Returns the company for which a new session acts, which is the one for which the person acted
 * last, and stores that they act for it now. Returns null if the session acts for the person.
 */
export async function enterLastCompany(
  tx: Tx,
  { personId, profile, now }: { personId: string; profile: Role; now: number },
): Promise<string | null> {
  const [lastCompany] = profile === 'juridica' ? await listCompaniesOf(personId, tx) : [];
  if (lastCompany) await noteActing(tx, { companyId: lastCompany.id, personId, now });
  return lastCompany?.id ?? null;
}

/**
 * Lets the session act for another company of the person, or for the person if the id is empty.
 * Throws `not_found` if the person is no member.
 */
export async function actFor(ctx: SignedInCtx, companyId: string): Promise<void> {
  await getDb().write((tx) => setActing(tx, ctx, companyId || null));
}

/**
 * Does what `actFor` does, in the caller's transaction. Throws `not_found` if the person is no
 * member.
 */
export async function setActing(
  tx: Tx,
  { accountId, sessionId, now }: Pick<SignedInCtx, 'accountId' | 'sessionId' | 'now'>,
  companyId: string | null,
): Promise<void> {
  const companies = await listCompaniesOf(accountId, tx);
  if (companyId && !companies.some(({ id }) => id === companyId)) throw new AppError('not_found');
  if (companyId) await noteActing(tx, { companyId, personId: accountId, now });
  const profile = companyId ? 'juridica' : 'natural';
  await tx.update(sessions).set({ companyId, profile }).where(eq(sessions.id, sessionId));
}

async function noteActing(
  tx: Tx,
  { companyId, personId, now }: { companyId: string; personId: string; now: number },
): Promise<void> {
  const ofMember = memberCondition(companyId, personId);
  await tx.update(companyMembers).set({ actedAt: now }).where(ofMember);
}
