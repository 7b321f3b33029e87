import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { findAccountByEmail } from '#lib/domain/accounts/reads.ts';
import { codeOf } from '#lib/domain/accounts/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { oneTimeCodes } from '#lib/platform/db/schema/accounts.ts';
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

/** The live code of an account, as its mail would show it. */
export async function codeFor(email: string): Promise<string> {
  const account = await findAccountByEmail(email);
  const [row] = await getDb()
    .read.select({ id: oneTimeCodes.id })
    .from(oneTimeCodes)
    .where(eq(oneTimeCodes.accountId, account?.id ?? ''));
  return codeOf(row?.id ?? '');
}

/** Registers and verifies through the API. */
export async function createAccount(overrides: Record<string, unknown> = {}): Promise<string> {
  const json = { ...person, ...overrides };
  expect((await api('/api/auth/register', { json })).status).toBe(200);
  const code = await codeFor(json.email);
  const verified = await api('/api/auth/verify', {
    json: { email: json.email, code },
  });
  expect(verified.status).toBe(200);
  return json.email;
}

/** Logs in through the API; the cookies of the session. */
export async function signIn(email = person.email, password = PASSWORD) {
  const response = await api('/api/auth/login', { json: { email, password } });
  expect(response.status).toBe(200);
  return cookiesOf(response);
}
