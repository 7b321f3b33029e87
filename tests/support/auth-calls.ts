import { eq } from 'drizzle-orm';
import { POST as postLogin } from '#app/api/auth/login/route.ts';
import { POST as postRegister } from '#app/api/auth/register/route.ts';
import { GET as getSession } from '#app/api/auth/session/route.ts';
import { POST as postVerify } from '#app/api/auth/verify/route.ts';
import { SESSION_COOKIE } from '#lib/domain/accounts/reads.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { auditEvents } from '#lib/platform/db/schema/audit.ts';
import { deliveries } from '#lib/platform/db/schema/deliveries.ts';
import { codeFor, PASSWORD, person } from './accounts.ts';
import { type CallOptions, call, cookiesOf } from './call.ts';

/** A valid registration of a company. */
export const company = {
  email: 'luis@empresa.cl',
  password: PASSWORD,
  role: 'juridica',
  rut: '76.123.456-0',
  razonSocial: 'Montajes del Sur Ltda.',
};

export const register = (body: object = {}, options: CallOptions = {}) =>
  call(postRegister, '/api/auth/register', { json: { ...person, ...body }, ...options });

export const verify = (email: string, code: string, options: CallOptions = {}) =>
  call(postVerify, '/api/auth/verify', { json: { email, code }, ...options });

export const logIn = (body: object = {}, options: CallOptions = {}) =>
  call(postLogin, '/api/auth/login', {
    json: { email: person.email, password: PASSWORD, ...body },
    ...options,
  });

/** Registered and verified through the API; returns its row. */
export async function makeAccount(body: object = {}) {
  const { email } = { ...person, ...body };
  await register(body, { address: '198.51.100.1' });
  await verify(email, await codeFor(email));
  return getAccount(email);
}

/** Logged in; returns the token in the cookie. */
export async function makeSession(body: object = {}): Promise<string> {
  return tokenOf(await logIn(body));
}

export function tokenOf(response: Response): string {
  return cookiesOf(response)[SESSION_COOKIE] ?? '';
}

/** GET /api/auth/session with that token. */
export async function sessionOf(token: string): Promise<unknown> {
  const cookies = { [SESSION_COOKIE]: token };
  return (await call(getSession, '/api/auth/session', { cookies })).json();
}

export const nobody = { authenticated: false, email: null, role: null };

/** Six characters that are not the code. */
export function otherCode(code: string): string {
  return (code.startsWith('A') ? 'C' : 'A') + code.slice(1);
}

export async function getAccount(email: string) {
  const [row] = await getDb().read.select().from(accounts).where(eq(accounts.email, email));
  if (!row) throw new Error(`no account of ${email}`);
  return row;
}

/** What the account's owner reads in the trail, oldest first. */
export async function auditOf(accountId: string): Promise<string[]> {
  const rows = await getDb()
    .read.select({ action: auditEvents.action })
    .from(auditEvents)
    .where(eq(auditEvents.accountId, accountId))
    .orderBy(auditEvents.id);
  return rows.map(({ action }) => action);
}

/** Kind and payload of every queued mail, oldest first. */
export async function queuedMails(): Promise<{ kind: string; payload: Record<string, unknown> }[]> {
  const rows = await getDb().read.select().from(deliveries).orderBy(deliveries.id);
  return rows.map(({ kind, payload }) => ({ kind, payload: JSON.parse(payload) }));
}
