import { eq, type SQL, sql } from 'drizzle-orm';
import type { Account, Person } from '#lib/domain/accounts/reads/accounts.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { moveRowsToCompany } from '#lib/domain/ownership/writes/move-rows-to-company.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { companyMembers } from '#lib/platform/db/schema/companies.ts';
import type { RequestCtx } from '#lib/platform/operations/operation.ts';
import { randomId } from '#lib/platform/security/ids.ts';

/**
 * `hasOwn` is true if the person has a RUT of their own. Only rows with the company's RUT then
 * become the company's.
 */
type FirstOwner = { id: string; email: string; hasOwn: boolean };
type NewCompany = Partial<
  Pick<
    Account,
    | 'name'
    | 'telefono'
    | 'direccion'
    | 'region'
    | 'comuna'
    | 'source'
    | 'consentVersion'
    | 'consentAt'
    | 'consentIp'
  >
> &
  Pick<Account, 'rut' | 'razonSocial'>;

/**
 * Creates a company with this person as its only owner, and gives the company the requests that the
 * person already sent for it. Requires a transaction. Returns the id of the company.
 */
export async function createCompany(
  tx: Tx,
  ctx: RequestCtx,
  { id: personId, ...founder }: FirstOwner,
  company: NewCompany,
): Promise<string> {
  const id = randomId();
  const { now } = ctx;
  const { rut, razonSocial, name, telefono, direccion, region, comuna, source } = company;
  const { consentVersion, consentAt, consentIp } = company;
  await tx.insert(accounts).values({
    ...{ id, role: 'juridica', rut, razonSocial, name, telefono, direccion, region, comuna },
    ...{ source, consentVersion, consentAt, consentIp, emailVerifiedAt: now },
    ...{ createdAt: now, updatedAt: now },
  });
  await tx
    .insert(companyMembers)
    .values({ companyId: id, personId, role: 'owner', joinedAt: now, actedAt: now });
  await claimRows(tx, id, { ...founder, rut });
  await audit(tx, ctx, { accountId: id, actor: personId, action: 'company.founded' });
  return id;
}

/**
 * Gives the company the earlier rows with the founder's e-mail that `findCompanyOf` would give it.
 */
async function claimRows(
  tx: Tx,
  id: string,
  { email, rut, hasOwn }: Pick<FirstOwner, 'email' | 'hasOwn'> & Pick<Account, 'rut'>,
): Promise<void> {
  const personal = sql`company_id is null`;
  const ofRut = (test: SQL) => (hasOwn ? sql`${personal} and ${test}` : personal);
  const conditions = {
    leads: ofRut(sql`rut = ${rut}`),
    paymentRequests: ofRut(sql`lead_id in (select id from leads where company_id = ${id})`),
    guarantees: ofRut(sql`holder_rut = ${rut}`),
  };
  await moveRowsToCompany(tx, { email, companyId: id, conditions });
}

/**
 * Splits the verified registration of a company into the company and the person who owns it.
 * Requires a transaction.
 */
export async function splitCompanyRegistration(
  tx: Tx,
  ctx: RequestCtx,
  account: Person,
): Promise<void> {
  if (account.role !== 'juridica') return;
  await createCompany(tx, ctx, { ...account, hasOwn: false }, account);
  const person = { role: 'natural', rut: null, razonSocial: null } as const;
  await tx.update(accounts).set(person).where(eq(accounts.id, account.id));
}
