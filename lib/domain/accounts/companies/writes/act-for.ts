import { eq } from 'drizzle-orm';
import { listCompaniesOf, memberCondition } from '#lib/domain/accounts/companies/reads.ts';
import type { Account } from '#lib/domain/accounts/reads/accounts.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { sessions } from '#lib/platform/db/schema/accounts.ts';
import { companyMembers } from '#lib/platform/db/schema/companies.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { Role, SignedInCtx } from '#lib/platform/operations/operation.ts';

type Person = Pick<Account, 'id' | 'role' | 'rut'>;

/**
 * Returns the profile with which a login acts: as a person, for a company, or as an admin. Without
 * a choice in the form (`chosenProfile`), it acts for a company if the person has one. A member of a
 * company may act as a person only after giving a RUT of their own. Throws `profile_not_permitted`.
 */
export async function getLoginProfile(tx: Tx, person: Person, chosenProfile?: Role): Promise<Role> {
  if (person.role === 'admin') return chosenProfile ?? 'admin';
  const hasCompany = (await listCompaniesOf(person.id, tx)).length > 0;
  const profile = chosenProfile ?? (hasCompany ? 'juridica' : 'natural');
  const isPermitted =
    profile === 'juridica' ? hasCompany : profile === 'natural' && (!hasCompany || person.rut);
  if (!isPermitted) throw new AppError('profile_not_permitted');
  return profile;
}

/**
 * Returns the company for which a new session acts, the one for which the person acted last, and
 * stores that the person acts for it now. Returns null if the session acts for the person.
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
