import { beforeEach, describe, expect, test } from 'vitest';
import { MAX_WRONG_PASSWORDS } from '#lib/domain/share-links/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { shareLinks } from '#lib/platform/db/schema/share-links.ts';
import { DAY, MINUTE } from '#lib/platform/process/durations.ts';
import { hashPassword } from '#lib/platform/security/passwords.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { queuedMails } from '#tests/support/auth-calls.ts';
import { cookiesOf } from '#tests/support/call.ts';
import { redirectOf, valuesKeptAfterRefusal } from '#tests/support/post-form.ts';
import { deliverMails } from '#tests/support/sent-mails.ts';
import {
  addDocument,
  createShare,
  downloadDocument,
  enterPassword,
  listShares,
  openFile,
  openShare,
  openSharePage,
  sendShareForm,
  sharesOf,
  shareToken,
  visitShare,
} from '#tests/support/shares.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

const password = 'ñandú 2026';
let token: string;
let documentKey: string;
const world = worldForTest();
const ana = forEachTest(() => makeUser({ email: 'ana@acme.cl' }));
beforeEach(async () => {
  documentKey = (await addDocument(ana.id, { fileName: 'F30.pdf' })).fileId;
  token = await shareToken(ana, { documentKey, password, expiresInHours: 168 });
});

/** Each guess comes from another network, so that no limit per address is reached. */
const from = (n: number) => ({ ip: `198.51.${n >> 8}.${n & 255}` });
const guess = async (n: number, text = 'otra') =>
  (await enterPassword(token, text, from(n))).status;
const guesses = (count: number, first = 0) =>
  Promise.all(Array.from({ length: count }, (_, n) => guess(first + n)));
const sentMails = async () => (await queuedMails()).filter(({ kind }) => kind === 'share.locked');
const listed = async () => (await sharesOf(ana))[0];

test('after 50 wrong passwords from any address a link accepts no password for a day', async () => {
  const opened = await enterPassword(token, password, { headers: { accept: 'text/html' } });
  const statuses = await guesses(MAX_WRONG_PASSWORDS + 10);
  expect(statuses.filter((status) => status === 401)).toHaveLength(MAX_WRONG_PASSWORDS);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  expect(await guess(900, password)).toBe(429);
  const refused = await sendShareForm(token, 'abrir', { password }, from(901));
  expect(valuesKeptAfterRefusal(refused)?.message).toContain('Pide uno nuevo a quien te lo envió');
  // Visitors who entered the password before can still open the link, and so do other links.
  expect((await openShare(token, '', { cookies: cookiesOf(opened) })).status).toBe(200);
  const other = await shareToken(ana, { documentKey, password });
  expect((await enterPassword(other, password, from(901))).status).toBe(200);
  world.advance(DAY - 1);
  expect(await guess(902, password)).toBe(429);
  world.advance(1);
  expect(await guess(903, password)).toBe(200);
});

test('after 50 wrong passwords the owner gets one mail and sees in the list that the link is locked', async () => {
  await guesses(MAX_WRONG_PASSWORDS - 1);
  expect(await sentMails()).toEqual([]);
  expect(await listed()).toMatchObject({ lockedUntil: null });
  await guesses(5, 500);
  expect(await listed()).toMatchObject({ lockedUntil: '2026-11-21T15:00:00.000Z', state: 'live' });
  expect(await sentMails()).toHaveLength(1);
  const [mail] = await deliverMails();
  expect(`${mail?.to} ${mail?.subject}`).toContain(`${ana.email} Probaron muchas contraseñas: `);
  expect(mail?.text).toContain('50 contraseñas equivocadas');
  expect(mail?.text).not.toContain(token);
});

test('no mail about wrong passwords is sent once the link has ended', async () => {
  await guesses(MAX_WRONG_PASSWORDS);
  expect(await sentMails()).toHaveLength(1);
  world.advance(7 * DAY);
  const subjects = (await deliverMails()).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.startsWith('Probaron'))).toEqual([]);
});

test('a right password counts as no try, and does not reset the count of wrong ones', async () => {
  await guesses(MAX_WRONG_PASSWORDS - 1);
  for (let n = 0; n < 3; n++) expect(await guess(600 + n, password)).toBe(200);
  expect(await guess(700)).toBe(401);
  expect(await guess(701)).toBe(429);
  expect(await guess(702, password)).toBe(429);
});

test('any number of right passwords at once is accepted, also one short of the limit', async () => {
  const opens = Array.from({ length: MAX_WRONG_PASSWORDS + 10 }, (_, n) => guess(n, password));
  expect(new Set(await Promise.all(opens))).toEqual(new Set([200]));
  await guesses(MAX_WRONG_PASSWORDS - 1, 100);
  const last = Array.from({ length: 5 }, (_, n) => guess(200 + n, password));
  expect(new Set(await Promise.all(last))).toEqual(new Set([200]));
});

test('of many passwords at once, no right one is accepted after 50 were refused', async () => {
  const order: number[] = [];
  await Promise.all(
    Array.from({ length: MAX_WRONG_PASSWORDS * 2 }, async (_, n) => {
      order.push(await guess(n, n % 10 === 9 ? password : 'otra'));
    }),
  );
  const wrong = order.flatMap((status, at) => (status === 401 ? at : []));
  expect(wrong).toHaveLength(MAX_WRONG_PASSWORDS);
  expect(order.filter((status) => status === 200).length).toBeLessThan(10);
  expect(await guess(500, password)).toBe(429);
});

test('a password shorter than today’s minimum works for the link that was made with it', async () => {
  const passwordHash = await hashPassword('abcd');
  await getDb().write((tx) => tx.update(shareLinks).set({ passwordHash }));
  expect(await guess(1, 'abcd')).toBe(200);
});

describe('a link that asks for a mailed code', () => {
  beforeEach(() => getDb().write((tx) => tx.delete(shareLinks)));
  const bound = (more = {}) =>
    shareToken(ana, {
      documentKey,
      emailCode: true,
      recipients: 'Banco del Sur <Luis@banco.cl>',
      ...more,
    });
  const post = (token: string, { send, ...form }: Record<string, string>, cookies = {}) =>
    sendShareForm(token, send ? 'codigo' : 'abrir', form, { cookies });
  const isRefused = (response: Response, code = 'wrong_credentials') =>
    expect(redirectOf(response)).toContain(`?error=${code}`);
  const mails = async () =>
    (await deliverMails()).filter(({ subject }) => subject.includes('tu código para abrir'));
  const codeMailed = async () => (await mails())[0]?.subject.slice(0, 6) ?? '';

  test('mails the code to its recipient, and is open for an hour after that code', async () => {
    const token = await bound();
    expect(await (await visitShare(token)).text()).toContain('Enviarme el código');
    const requested = await post(token, { send: '1' });
    expect(requested.status).toBe(303);
    expect(requested.headers.get('location')).toBe(`/c/${token}?codigo=enviado`);
    const [mail] = await mails();
    expect(mail?.to).toBe('luis@banco.cl');
    expect(await (await openSharePage(token, '?codigo=enviado')).text()).toContain(
      'Enviar otra vez',
    );

    const givenToken = await post(token, { code: ` ${(await codeMailed()).toLowerCase()} ` });
    expect(givenToken.status).toBe(303);
    const cookies = cookiesOf(givenToken);
    expect(await (await visitShare(token, '', { cookies })).text()).toContain('F30.pdf');
    expect((await openFile(token, '', { cookies })).status).toBe(200);
    world.advance(61 * MINUTE);
    expect((await openFile(token, '', { cookies })).status).toBe(403);
  });

  test('is opened by no wrong code, no code of another link and no code older than 30 minutes', async () => {
    const [token, other] = [await bound(), await bound()];
    await post(other, { send: '1' });
    const ofOther = await codeMailed();
    for (const code of ['', 'AAAAAA', ofOther]) {
      const refused = await post(token, { code });
      isRefused(refused);
      const shown = await openSharePage(token, '?error=wrong_credentials', {
        cookies: cookiesOf(refused),
      });
      const page = await shown.text();
      expect(page).toContain('El código no coincide o ya venció');
      expect(page).not.toContain('F30.pdf');
    }
    for (const path of ['', '?download=1']) expect((await openShare(token, path)).status).toBe(403);
    expect((await downloadDocument({ key: documentKey, share: token })).status).toBe(403);
    world.advance(14 * MINUTE);
    expect(redirectOf(await post(other, { code: ofOther }))).toBe(`/c/${other}`);
    world.advance(16 * MINUTE);
    isRefused(await post(other, { code: ofOther }));
  });

  test('is locked after 50 wrong codes, as it is after wrong passwords', async () => {
    const token = await bound();
    const guesses = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        sendShareForm(token, 'abrir', { code: 'AAAAAA' }, { ip: `198.51.100.${n}` }),
      ),
    );
    const wrong = guesses.filter((each) => redirectOf(each).includes('wrong_credentials'));
    expect(wrong).toHaveLength(50);
    const [listed] = await sharesOf(ana);
    expect(listed).toMatchObject({ codeEmail: 'luis@banco.cl', hasPassword: false });
    expect(listed.lockedUntil).not.toBeNull();
  });

  test('mails a code once a minute and ten times a day, however many visitors ask', async () => {
    const token = await bound();
    await Promise.all(Array.from({ length: 5 }, () => post(token, { send: '1' })));
    expect(await mails()).toHaveLength(1);
    for (let n = 1; n < 10; n += 1) {
      world.advance(MINUTE);
      await Promise.all([post(token, { send: '1' }), post(token, { send: '1' })]);
      expect(await mails()).toHaveLength(n + 1);
    }
    world.advance(MINUTE);
    const refused = await post(token, { send: '1' });
    expect(valuesKeptAfterRefusal(refused)?.message).toContain('Hoy ya enviamos 10 códigos');
    expect(await mails()).toHaveLength(10);
    world.advance(DAY);
    expect(redirectOf(await post(token, { send: '1' }))).toBe(`/c/${token}?codigo=enviado`);
  });

  test('and a password asks for both, and mails the code only after the password', async () => {
    const token = await bound({ password });
    await post(token, { send: '1' });
    expect(await mails()).toEqual([]);
    expect((await enterPassword(token, password)).status).toBe(403);
    const first = cookiesOf(await post(token, { password }));
    expect(await (await visitShare(token, '', { cookies: first })).text()).toContain('Enviarme');
    await post(token, { send: '1' }, first);
    const second = cookiesOf(await post(token, { code: await codeMailed() }, first));
    const both = { ...first, ...second };
    expect(await (await visitShare(token, '', { cookies: both })).text()).toContain('F30.pdf');
    expect((await openFile(token, '', { cookies: second })).status).toBe(403);
  });

  test('needs no code from its owner, but from another account it does', async () => {
    const token = await bound();
    const page = await visitShare(token, '', { cookies: ana.cookies });
    expect(await page.text()).toContain('F30.pdf');
    const { cookies } = await makeUser({ email: 'otra@acme.cl' });
    expect(await (await visitShare(token, '', { cookies })).text()).not.toContain('F30.pdf');
  });

  test('is made only where each recipient has one address', async () => {
    for (const recipients of [undefined, 'Banco', 'a@b.cl c@d.cl', 'a@b.cl\nBanco', 'x@y']) {
      const refused = await createShare(ana, { documentKey, emailCode: true, recipients });
      expect(refused.status).toBe(400);
      expect((await refused.json()).fields).toHaveProperty('recipients');
    }
    expect(
      (await createShare(ana, { documentKey, emailCode: true, recipients: 'a@b.cl\nc@d.cl' }))
        .status,
    ).toBe(200);
    const { data } = await (await listShares(ana)).json();
    expect(data.map(({ codeEmail }: { codeEmail: string }) => codeEmail)).toEqual([
      'a@b.cl',
      'c@d.cl',
    ]);
  });
});
