import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { resetUrl } from '#lib/domain/accounts/view.ts';
import { errorMessages } from '#lib/http/api/messages.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { auditEvents } from '#lib/platform/db/schema/audit.ts';
import { deliveries } from '#lib/platform/db/schema/deliveries.ts';
import { cookieNames } from '#lib/platform/operations/cookie-names.ts';
import type { ErrorCode } from '#lib/platform/operations/errors.ts';
import { getAccount, PASSWORD, personBody } from '#tests/support/accounts.ts';
import { api, type CallOptions, cookiesOf } from '#tests/support/call.ts';

/** A valid registration of a company. */
export const companyBody = {
  email: 'luis@empresa.cl',
  password: PASSWORD,
  role: 'juridica',
  rut: '76.123.456-0',
  razonSocial: 'Montajes del Sur Ltda.',
};

export const register = (body: object = {}, options: CallOptions = {}) =>
  api('/api/auth/register', { json: { ...personBody, ...body }, ...options });

export const verifyEmail = (email: string, code: string, options: CallOptions = {}) =>
  api('/api/auth/verify', { json: { email, code }, ...options });

export const logIn = (body: object = {}, options: CallOptions = {}) =>
  api('/api/auth/login', {
    json: { email: personBody.email, password: PASSWORD, ...body },
    ...options,
  });

/** Logs in as `signIn` does, and returns the token in the cookie. */
export async function makeSession(body: object = {}): Promise<string> {
  return tokenOf(await logIn(body));
}

export function tokenOf(response: Response): string {
  return cookiesOf(response)[cookieNames.session] ?? '';
}

/** Returns the reply of GET /api/auth/session for a token. */
export async function readSession(token: string): Promise<unknown> {
  const cookies = { [cookieNames.session]: token };
  return (await api('/api/auth/session', { cookies })).json();
}

export const anonymousSession = { authenticated: false, email: null, role: null };

/** Returns six characters that are not the code. */
export function wrongCodeFor(code: string): string {
  return (code.startsWith('A') ? 'C' : 'A') + code.slice(1);
}

/** Returns the trail as the account's owner reads it, oldest first. */
export async function auditTrailOf(accountId: string): Promise<string[]> {
  const rows = await getDb()
    .read.select({ action: auditEvents.action })
    .from(auditEvents)
    .where(eq(auditEvents.accountId, accountId))
    .orderBy(auditEvents.id);
  return rows.map(({ action }) => action);
}

/** Returns kind and payload of every queued mail, oldest first. */
export async function queuedMails(): Promise<{ kind: string; payload: Record<string, unknown> }[]> {
  const { kind, payload } = deliveries;
  return getDb().read.select({ kind, payload }).from(deliveries).orderBy(deliveries.id);
}

/** Expects 200 with this sentence and nothing else, which no cache keeps. */
export async function expectSuccessMessage(response: Response, message: string): Promise<void> {
  expect({ status: response.status, body: await response.json() }).toEqual({
    status: 200,
    body: { success: true, message },
  });
  expect(response.headers.get('cache-control')).toBe('no-store');
}

export const resendCode = (email: string, options: CallOptions = {}) =>
  api('/api/auth/resend', { json: { email }, ...options });

export const requestPasswordReset = (email: string, options: CallOptions = {}) =>
  api('/api/auth/forgot-password', { json: { email }, ...options });

export const resetPassword = (token: string, password: string, options: CallOptions = {}) =>
  api('/api/auth/reset-password', { json: { token, password }, ...options });

export const completeProfile = (body: object, token: string) =>
  api('/api/auth/complete-profile', {
    json: body,
    cookies: { [cookieNames.session]: token },
  });

export const logOut = (token?: string, others: Record<string, string> = {}) =>
  api('/api/auth/session', {
    method: 'DELETE',
    cookies: { ...others, ...(token && { [cookieNames.session]: token }) },
  });

/** Returns the token in the reset link that was mailed last. */
export async function resetTokenFor(email: string): Promise<string> {
  const { id } = await getAccount(email);
  const mails = (await queuedMails()).filter(
    ({ kind, payload }) => kind === 'account.reset-mail' && payload.accountId === id,
  );
  const url = new URL(resetUrl(String(mails.at(-1)?.payload.resetId)));
  return url.searchParams.get('token') ?? '';
}

/** Returns the whole refusal without its request id. */
export async function refusalBodyOf(response: Response) {
  const { requestId, ...body } = await response.json();
  expect(requestId).toBe(response.headers.get('x-request-id'));
  return { status: response.status, ...body };
}

export const refusalWith = (status: number, error: ErrorCode) => ({
  status,
  success: false,
  error,
  message: errorMessages[error],
});

export const fieldRefusal = (fields: Record<string, string>) => ({
  ...refusalWith(400, 'validation_failed'),
  fields,
});
