import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { listCompaniesOf } from '#lib/domain/accounts/companies/reads.ts';
import { findAccount } from '#lib/domain/accounts/reads/accounts.ts';
import { codeOf } from '#lib/domain/accounts/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts, oneTimeCodes } from '#lib/platform/db/schema/accounts.ts';
import { api, cookiesOf } from '#tests/support/call.ts';

export const PASSWORD = 'un paraguas amarillo';

/** A valid registration of a person. */
export const personBody = {
  email: 'ana@constructora.cl',
  password: PASSWORD,
  role: 'natural',
  rut: '12.345.678-5',
  name: 'Ana Muñoz',
};

/** Returns the code in the account's newest mail, which still works. */
export async function codeFor(email: string): Promise<string> {
  const account = await getAccount(email);
  const [row] = await getDb()
    .read.select({ id: oneTimeCodes.id })
    .from(oneTimeCodes)
    .where(eq(oneTimeCodes.accountId, account.id));
  return codeOf(row?.id ?? '');
}

/** Registers and verifies an account through the API, and returns its row. */
export async function makeAccount(body: object = {}) {
  const json = { ...personBody, ...body };
  const { email } = json;
  const registered = await api('/api/auth/register', { json, ip: '198.51.100.1' });
  expect(registered.status).toBe(200);
  const code = await codeFor(email);
  expect((await api('/api/auth/verify', { json: { email, code } })).status).toBe(200);
  return getAccount(email);
}

/** Logs into an existing account and returns its cookies. */
export async function signIn(body: object = {}): Promise<Record<string, string>> {
  const json = { email: personBody.email, password: PASSWORD, ...body };
  const response = await api('/api/auth/login', { json });
  expect(response.status).toBe(200);
  return cookiesOf(response);
}

/** `id` is the account that holds the documents and links: the company of a `juridica`. */
export type Member = { id: string; email: string; cookies: Record<string, string> };

export async function makeUser(body: object = {}): Promise<Member & { personId: string }> {
  const { id: personId, email } = await makeAccount(body);
  const id = await holderIdOf(personId);
  return { id, personId, email, cookies: await signIn({ email }) };
}

/** Returns the id of the person's company, or else the person's own id. */
export async function holderIdOf(personId: string): Promise<string> {
  const [company] = await listCompaniesOf(personId);
  return company?.id ?? personId;
}

/** Returns the company of the person with this e-mail. */
export async function getCompany(email: string) {
  const company = await findAccount(await holderIdOf((await getAccount(email)).id));
  if (!company) throw new Error(`no company of ${email}`);
  return company;
}

export async function getAccount(email: string) {
  const [row] = await getDb().read.select().from(accounts).where(eq(accounts.email, email));
  if (!row) throw new Error(`no account of ${email}`);
  return { ...row, email };
}
