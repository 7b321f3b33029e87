import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { codeOf } from '#lib/domain/accounts/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts, oneTimeCodes } from '#lib/platform/db/schema/accounts.ts';
import { api, cookiesOf } from '#tests/support/call.ts';

export const PASSWORD = 'un paraguas amarillo';

/** A valid registration of a person. */
export const person = {
  email: 'ana@constructora.cl',
  password: PASSWORD,
  role: 'natural',
  rut: '12.345.678-5',
  name: 'Ana Muñoz',
};

/** Returns the live code of an account, as its mail would show it. */
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
  const json = { ...person, ...body };
  const { email } = json;
  const registered = await api('/api/auth/register', { json, address: '198.51.100.1' });
  expect(registered.status).toBe(200);
  const code = await codeFor(email);
  expect((await api('/api/auth/verify', { json: { email, code } })).status).toBe(200);
  return getAccount(email);
}

/** Logs into an existing account and returns its cookies. */
export async function signIn(body: object = {}): Promise<Record<string, string>> {
  const json = { email: person.email, password: PASSWORD, ...body };
  const response = await api('/api/auth/login', { json });
  expect(response.status).toBe(200);
  return cookiesOf(response);
}

export type Member = { id: string; email: string; cookies: Record<string, string> };

/** Makes an account with a session. */
export async function makeMember(body: object = {}): Promise<Member> {
  const { id, email } = await makeAccount(body);
  return { id, email, cookies: await signIn({ email }) };
}

export async function getAccount(email: string) {
  const [row] = await getDb().read.select().from(accounts).where(eq(accounts.email, email));
  if (!row) throw new Error(`no account of ${email}`);
  return row;
}
