import { beforeEach, describe, expect, test } from 'vitest';
import { accountHandlers } from '#lib/domain/accounts/mail.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { findMailbox } from '#lib/platform/mail/open.ts';
import { hashPassword } from '#lib/platform/passwords.ts';
import { PASSWORD } from '#tests/support/accounts.ts';
import {
  auditOf,
  forgot,
  queuedMails,
  resetPassword,
  resetTokenFor,
} from '#tests/support/auth-calls.ts';
import { call } from '#tests/support/call.ts';
import { routeOf } from '#tests/support/routes.ts';
import {
  addDocument,
  type Member,
  makeMember,
  openPage,
  share,
  shareToken,
} from '#tests/support/shares.ts';
import { worldForTest } from '#tests/support/world.ts';

let ana: Member;
const world = worldForTest({ RATE_LIMITS: 'off' });
beforeEach(async () => {
  ana = await makeMember();
});

const CALENDAR = '/api/documents/calendar';
async function newCalendar(): Promise<string> {
  const { POST } = await routeOf(CALENDAR);
  const made = await call(POST, CALENDAR, { method: 'POST', cookies: ana.cookies });
  return (await made.json()).data.url;
}
async function statusOf(url: string): Promise<number> {
  const token = url.split('/').at(-1) ?? '';
  const { GET } = await routeOf('/api/documents/calendar/{token}');
  return (await call(GET, new URL(url).pathname, { params: { token } })).status;
}
async function reset() {
  await forgot(ana.email);
  expect((await resetPassword(await resetTokenFor(ana.email), 'Tranquera 59 lila')).status).toBe(
    200,
  );
}

describe('what an intruder had made for later', () => {
  test('the calendar address ends with a reset', async () => {
    const url = await newCalendar();
    expect(await statusOf(url)).toBe(200);
    await reset();
    expect(await statusOf(url)).toBe(404);
    expect(await auditOf(ana.id)).toContain('calendar.ended');
  });

  test('and with all other sessions', async () => {
    const url = await newCalendar();
    const path = '/api/auth/sessions/end-others';
    const { POST } = await routeOf(path);
    await call(POST, path, { method: 'POST', cookies: ana.cookies });
    expect(await statusOf(url)).toBe(404);
  });

  test.each([
    ['a new password', 'POST', '/api/auth/change-password'],
    ['the link with Google', 'DELETE', '/api/auth/google'],
  ] as const)('and with %s, by who is signed in', async (_, method, path) => {
    const url = await newCalendar();
    const linked = { googleSub: 'sub-of-eve', passwordHash: await hashPassword(PASSWORD) };
    await getDb().write((tx) => tx.update(accounts).set(linked));
    const handler = (await routeOf(path))[method];
    const json = { current: PASSWORD, password: 'Tranquera 59 lila' };
    const { status } = await call(handler, path, {
      ...{ method, cookies: ana.cookies },
      ...(method === 'POST' ? { json } : {}),
    });
    expect([status, await statusOf(url)]).toEqual([200, 404]);
    expect(await auditOf(ana.id)).toContain('calendar.ended');
  });

  test('links are counted in the mail of the new password, with the way to end them', async () => {
    const documentKey = (await addDocument(ana.id)).fileId;
    const tokens = [await shareToken(ana, { documentKey }), await shareToken(ana, { documentKey })];
    await share(ana, { documentKey, expiresInHours: 1 });
    world.advance(2 * 60 * 60_000);
    await reset();
    for (const token of tokens) expect((await openPage(token)).status).toBe(200);
    const mail = (await queuedMails()).find(({ kind }) => kind === 'account.password-changed-mail');
    const delivery = { idempotencyKey: 'k1', now: world.now() };
    await accountHandlers['account.password-changed-mail']?.(mail?.payload, delivery);
    const [listed] = (await findMailbox()?.listMessages({ limit: 1 })) ?? [];
    const { text = '' } = (await findMailbox()?.findMessage(listed?.id ?? '')) ?? {};
    expect(text).toContain('2 enlaces');
    expect(text).toContain('http://localhost:3000/panel/documentos/enlaces');
  });
});
