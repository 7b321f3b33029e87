import { describe, expect, test } from 'vitest';
import { deliveryHandlers } from '#lib/background/delivery-handlers.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { hashPassword } from '#lib/platform/security/passwords.ts';
import { makeUser, PASSWORD } from '#tests/support/accounts.ts';
import {
  auditTrailOf,
  queuedMails,
  requestPasswordReset,
  resetPassword,
  resetTokenFor,
} from '#tests/support/auth-calls.ts';
import { api, type CallOptions } from '#tests/support/call.ts';
import { lastMail } from '#tests/support/sent-mails.ts';
import { addDocument, createShare, shareToken, visitShare } from '#tests/support/shares.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });
const ana = forEachTest(() => makeUser());

async function newCalendar(): Promise<string> {
  return (await (await ask('POST', '/api/documents/calendar')).json()).data.url;
}
async function statusOf(url: string): Promise<number> {
  return (await api(new URL(url).pathname)).status;
}
async function ask(method: 'POST' | 'DELETE', path: string, more: CallOptions = {}) {
  return api(path, { method, cookies: ana.cookies, ...more });
}
async function reset() {
  await requestPasswordReset(ana.email);
  return resetPassword(await resetTokenFor(ana.email), 'Tranquera 59 lila');
}

describe('after an intruder had used an account', () => {
  test.each([
    ['a reset', reset],
    ['all other sessions', () => ask('POST', '/api/auth/sessions/end-others')],
    [
      'a new password by who is signed in',
      () => {
        const json = { current: PASSWORD, password: 'Tranquera 59 lila' };
        return ask('POST', '/api/auth/change-password', { json });
      },
    ],
    ['the link with Google', () => ask('DELETE', '/api/auth/google')],
  ])('the calendar address ends with %s', async (_, end) => {
    const linked = { googleSub: 'sub-of-eve', passwordHash: await hashPassword(PASSWORD) };
    await getDb().write((tx) => tx.update(accounts).set(linked));
    const url = await newCalendar();
    expect(await statusOf(url)).toBe(200);
    expect((await end()).status).toBe(200);
    expect(await statusOf(url)).toBe(404);
    expect(await auditTrailOf(ana.id)).toContain('calendar.ended');
  });

  test('the mail about the new password counts the open links and says where to close them', async () => {
    const documentKey = (await addDocument(ana.id)).fileId;
    const tokens = [await shareToken(ana, { documentKey }), await shareToken(ana, { documentKey })];
    await createShare(ana, { documentKey, expiresInHours: 1 });
    world.advance(2 * 60 * 60_000);
    await reset();
    for (const token of tokens) expect((await visitShare(token)).status).toBe(200);
    const mail = (await queuedMails()).find(({ kind }) => kind === 'account.password-changed-mail');
    const delivery = { idempotencyKey: 'k1', now: world.now() };
    await deliveryHandlers['account.password-changed-mail'](mail?.payload, delivery);
    const { text = '' } = (await lastMail()) ?? {};
    expect(text).toContain('2 enlaces');
    expect(text).toContain('http://localhost:3000/panel/documentos/enlaces');
  });
});
