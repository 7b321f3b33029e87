import { beforeEach, expect, test } from 'vitest';
import { MAX_WRONG } from '#lib/domain/share-links/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { shareLinks } from '#lib/platform/db/schema/share-links.ts';
import { DAY } from '#lib/platform/durations.ts';
import { hashPassword } from '#lib/platform/passwords.ts';
import { queuedMails } from '#tests/support/auth-calls.ts';
import { cookiesOf } from '#tests/support/call.ts';
import { sentMails } from '#tests/support/sent-mails.ts';
import {
  addDocument,
  givePassword,
  type Member,
  makeMember,
  open,
  sharesOf,
  shareToken,
} from '#tests/support/shares.ts';
import { worldForTest } from '#tests/support/world.ts';

const password = 'ñandú 2026';
let ana: Member;
let token: string;
let documentKey: string;
const world = worldForTest();
beforeEach(async () => {
  ana = await makeMember();
  documentKey = (await addDocument(ana.id, { fileName: 'F30.pdf' })).fileId;
  token = await shareToken(ana, { documentKey, password, expiresInHours: 168 });
});

/** Each from a network of its own, so that no limit per address stands in the way. */
const from = (n: number) => ({ address: `198.51.${n >> 8}.${n & 255}` });
const guess = async (n: number, text = 'otra') => (await givePassword(token, text, from(n))).status;
const guesses = (count: number, first = 0) =>
  Promise.all(Array.from({ length: count }, (_, n) => guess(first + n)));
const told = async () => (await queuedMails()).filter(({ kind }) => kind === 'share.locked');
const listed = async () => (await sharesOf(ana))[0];

test('50 wrong passwords, from wherever and at once, and it takes none for a day', async () => {
  const opened = await givePassword(token, password, { headers: { accept: 'text/html' } });
  const statuses = await guesses(MAX_WRONG + 10);
  expect(statuses.filter((status) => status === 401)).toHaveLength(MAX_WRONG);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  const refused = await givePassword(token, password, {
    ...from(900),
    headers: { accept: 'text/html' },
  });
  expect(refused.status).toBe(429);
  expect(await refused.text()).toContain('Pide uno nuevo a quien te lo envió');
  // Earlier visitors with a proof go on, and so do other links.
  expect((await open(token, '', { cookies: cookiesOf(opened) })).status).toBe(200);
  const other = await shareToken(ana, { documentKey, password });
  expect((await givePassword(other, password, from(901))).status).toBe(200);
  world.advance(DAY - 1);
  expect(await guess(902, password)).toBe(429);
  world.advance(1);
  expect(await guess(903, password)).toBe(200);
});

test('its owner is told once by mail, and sees it in the list', async () => {
  await guesses(MAX_WRONG - 1);
  expect(await told()).toEqual([]);
  expect(await listed()).toMatchObject({ lockedUntil: null });
  await guesses(5, 500);
  expect(await listed()).toMatchObject({ lockedUntil: '2026-11-21T15:00:00.000Z', state: 'live' });
  expect(await told()).toHaveLength(1);
  const [mail] = await sentMails();
  expect(mail).toMatchObject({ to: ana.email, subject: 'Probaron muchas contraseñas: F30.pdf' });
  expect(mail?.text).toContain('50 contraseñas equivocadas');
  expect(mail?.text).not.toContain(token);
});

test('the right one is no try, and takes back none of the others', async () => {
  await guesses(MAX_WRONG - 1);
  for (let n = 0; n < 3; n++) expect(await guess(600 + n, password)).toBe(200);
  expect(await guess(700)).toBe(401);
  expect(await guess(701)).toBe(429);
  expect(await guess(702, password)).toBe(429);
});

test('however many right ones come at once, they are all right', async () => {
  const opens = Array.from({ length: MAX_WRONG + 10 }, (_, n) => guess(n, password));
  expect(new Set(await Promise.all(opens))).toEqual(new Set([200]));
  await guesses(MAX_WRONG - 1, 100);
  const last = Array.from({ length: 5 }, (_, n) => guess(200 + n, password));
  expect(new Set(await Promise.all(last))).toEqual(new Set([200]));
});

test('among many at once none is told right after 50 were told wrong', async () => {
  const order: number[] = [];
  await Promise.all(
    Array.from({ length: MAX_WRONG * 2 }, async (_, n) => {
      order.push(await guess(n, n % 10 === 9 ? password : 'otra'));
    }),
  );
  const wrong = order.flatMap((status, at) => (status === 401 ? at : []));
  expect(wrong).toHaveLength(MAX_WRONG);
  expect(order.filter((status) => status === 200).length).toBeLessThan(10);
  expect(await guess(500, password)).toBe(429);
});

test('a shorter password of an earlier link goes on working', async () => {
  const passwordHash = await hashPassword('abcd');
  await getDb().write((tx) => tx.update(shareLinks).set({ passwordHash }));
  expect(await guess(1, 'abcd')).toBe(200);
});
