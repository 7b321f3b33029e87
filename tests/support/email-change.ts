import { expect } from 'vitest';
import { api, type CallOptions } from '#tests/support/call.ts';
import { sentMails } from '#tests/support/sent-mails.ts';

type Cookies = Record<string, string>;

export const NEW = 'ana@nueva.cl';

export const askChange = (cookies: Cookies, email = NEW, more: CallOptions = {}) =>
  api('/api/auth/email', { json: { email }, cookies, ...more });
export const confirmChange = (cookies: Cookies, code: string, more: CallOptions = {}) =>
  api('/api/auth/email/confirm', { json: { code }, cookies, ...more });
export const cancelChange = (cookies: Cookies) =>
  api('/api/auth/email', { method: 'DELETE', cookies });

/** Returns the mails to an e-mail, the newest first. */
export const mailsTo = async (email: string) =>
  (await sentMails()).filter(({ to }) => [to].flat().includes(email));

/**
 * Returns the code in the newest mail about a change to an e-mail; a registration mails one too.
 */
export async function mailedCode(email = NEW): Promise<string> {
  const mail = (await mailsTo(email)).find(({ text }) =>
    /pediste cambiar tu correo/.test(text ?? ''),
  );
  return mail?.subject.slice(0, 6) ?? '';
}

/** Goes the whole way to another e-mail. */
export async function changeEmail(cookies: Cookies, email = NEW): Promise<void> {
  expect((await askChange(cookies, email)).status).toBe(200);
  expect((await confirmChange(cookies, await mailedCode(email))).status).toBe(200);
}

/** Returns the token of the link in the newest notice to a former e-mail. */
export async function undoTokenTo(email: string): Promise<string> {
  const texts = (await mailsTo(email)).map(({ text }) => text ?? '');
  const [, token = ''] = /\/no-fui-yo\?token=(\S+)/.exec(texts.join('\n')) ?? [];
  return decodeURIComponent(token);
}
