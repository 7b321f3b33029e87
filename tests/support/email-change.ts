import { expect } from 'vitest';
import { api, type CallOptions } from '#tests/support/call.ts';
import { deliverMails } from '#tests/support/sent-mails.ts';

type Cookies = Record<string, string>;

export const NEW_EMAIL = 'ana@nueva.cl';

export const requestEmailChange = (cookies: Cookies, email = NEW_EMAIL, more: CallOptions = {}) =>
  api('/api/auth/email', { json: { email }, cookies, ...more });
export const confirmEmailChange = (cookies: Cookies, code: string, more: CallOptions = {}) =>
  api('/api/auth/email/confirm', { json: { code }, cookies, ...more });
export const cancelEmailChange = (cookies: Cookies) =>
  api('/api/auth/email', { method: 'DELETE', cookies });

/** Returns the mails to an e-mail, the newest first. */
export const mailsTo = async (email: string) =>
  (await deliverMails()).filter(({ to }) => [to].flat().includes(email));

/**
 * Returns the code in the newest mail about a change to an e-mail; a registration mails one too.
 */
export async function emailChangeCode(email = NEW_EMAIL): Promise<string> {
  const mail = (await mailsTo(email)).find(({ text }) =>
    /pediste cambiar tu correo/.test(text ?? ''),
  );
  return mail?.subject.slice(0, 6) ?? '';
}

/** Goes the whole way to another e-mail. */
export async function changeEmail(cookies: Cookies, email = NEW_EMAIL): Promise<void> {
  expect((await requestEmailChange(cookies, email)).status).toBe(200);
  expect((await confirmEmailChange(cookies, await emailChangeCode(email))).status).toBe(200);
}

/** Returns the token of the link in the newest notice to a former e-mail. */
export async function undoTokenTo(email: string): Promise<string> {
  const texts = (await mailsTo(email)).map(({ text }) => text ?? '');
  const [, token = ''] = /\/no-fui-yo\?token=(\S+)/.exec(texts.join('\n')) ?? [];
  return decodeURIComponent(token);
}
