import { beforeEach, expect, test } from 'vitest';
import OpeningsPage from '#app/panel/documentos/enlaces/[id]/aperturas/page.tsx';
import ChangePage from '#app/panel/documentos/enlaces/[id]/page.tsx';
import LinksPage from '#app/panel/documentos/enlaces/page.tsx';
import { MAX_WRONG_PASSWORDS } from '#lib/domain/share-links/rules.ts';
import { endOfDay } from '#lib/platform/chile/calendar.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { shareLinks } from '#lib/platform/db/schema/share-links.ts';
import { HOUR, MINUTE } from '#lib/platform/process/durations.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { auditTrailOf, queuedMails } from '#tests/support/auth-calls.ts';
import { cookiesOf } from '#tests/support/call.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm, redirectOf } from '#tests/support/post-form.ts';
import {
  addDocument,
  createShare,
  openFile,
  openShare,
  revokeShare,
  sendShareForm,
  sharesOf,
  shareToken,
} from '#tests/support/shares.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });
const ana = forEachTest(() => makeUser());
let files: { id: string; fileId: string }[];
beforeEach(async () => {
  files = [
    await addDocument(ana.id, { category: 'certificado_f30' }),
    await addDocument(ana.id, { category: 'balance_general' }),
  ];
});
const keys = () => files.map(({ fileId }) => fileId);
const seen = async (page: unknown, params: { id?: string } = {}) => {
  browseAs(ana.cookies);
  return renderPage(page as typeof OpeningsPage, params as { id: string });
};

test('openings are grouped into visits, and a page for the owner lists all of them', async () => {
  const token = await shareToken(ana, { documentKeys: keys() });
  const get = (address: string, file: number) =>
    openShare(token, `?download=1&document=${files[file]?.fileId}`, { ip: address });
  for (let hour = 0; hour < 3; hour += 1) {
    for (const file of [0, 1, 0, 1]) {
      await get('203.0.113.7', file);
      world.advance(MINUTE);
    }
    world.advance(HOUR);
  }
  const [{ id, downloads }] = await sharesOf(ana);
  expect(downloads).toBe(12);
  const card = textOf(await seen(LinksPage));
  expect(card).toContain(
    'Descargado: Balance general y estado de resultados, 2 veces; Certificado',
  );
  expect(card).toContain('12 descargas');
  expect(card).toContain('Ver las visitas de');
  expect(await seen(LinksPage)).toContain(`/panel/documentos/enlaces/${id}/aperturas`);
  const all = await seen(OpeningsPage, { id });
  expect(all.match(/<li/g)).toHaveLength(3);
  const other = await makeUser({ email: 'eva@otra.cl' });
  browseAs(other.cookies);
  await expect(renderPage(OpeningsPage, { id })).rejects.toThrow();
});

test('two devices on one network are shown as two visits', async () => {
  const token = await shareToken(ana, { documentKeys: keys() });
  for (const agent of [
    'Windows NT 10.0; rv:140.0) Firefox/140.0',
    'iPhone) Version/18 Safari/60',
  ]) {
    await openShare(token, '?download=1', { headers: { 'user-agent': `Mozilla/5.0 (${agent}` } });
    world.advance(MINUTE);
  }
  const [{ id }] = await sharesOf(ana);
  const visits = textOf(await seen(OpeningsPage, { id }));
  expect(visits).toMatch(/Safari en iPhone.*Firefox en Windows/);
});

test('one mail reports the first opening, also where a password comes before the file', async () => {
  const settings = { password: 'un paraguas azul', notify: true };
  await createShare(ana, { documentKeys: keys(), ...settings });
  const [{ shortUrl }] = await sharesOf(ana);
  const entered = await sendShareForm(shortUrl, 'abrir', { password: settings.password });
  for (const { fileId } of files) {
    const file = `?document=${fileId}`;
    expect((await openFile(shortUrl, file, { cookies: cookiesOf(entered) })).status).toBe(200);
  }
  expect(await sharesOf(ana)).toMatchObject([{ openings: 1, downloads: 2 }]);
  expect((await queuedMails()).filter(({ kind }) => kind === 'share.opened')).toHaveLength(1);
});

test('a visit lasts half an hour from its first file, however many files follow', async () => {
  await createShare(ana, { documentKeys: keys(), maxOpenings: 3 });
  const [{ shortUrl }] = await sharesOf(ana);
  let cookies = {};
  const openNext = async (n: number) => {
    const file = `?document=${files[n % 2]?.fileId}`;
    const response = await openFile(shortUrl, file, { cookies });
    cookies = { ...cookies, ...cookiesOf(response) };
    world.advance(25 * MINUTE);
    return response.status;
  };
  const statuses: number[] = [];
  const counted: number[] = [];
  for (let n = 0; n < 7; n += 1) {
    statuses.push(await openNext(n));
    counted.push((await sharesOf(ana))[0].openings);
  }
  expect(counted).toEqual([1, 1, 2, 2, 3, 3, 3]);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 410]);
});

test('a day of wrong passwords is counted from the first, which a later one does not move', async () => {
  const password = 'un paraguas azul';
  await createShare(ana, { documentKeys: keys(), password });
  const [{ shortUrl }] = await sharesOf(ana);
  const before = { wrongTries: MAX_WRONG_PASSWORDS - 1, wrongSince: world.now() };
  await getDb().write((tx) => tx.update(shareLinks).set(before));
  const opens = async (typed: string) => {
    const entered = await sendShareForm(shortUrl, 'abrir', { password: typed });
    const file = `?document=${files[0]?.fileId}`;
    return (await openFile(shortUrl, file, { cookies: cookiesOf(entered) })).status;
  };
  world.advance(20 * HOUR);
  expect([await opens('otra'), await opens(password)]).toEqual([403, 403]);
  world.advance(4 * HOUR);
  expect(await opens(password)).toBe(200);
});

test('closing a link that already expired leaves it expired and is not audited', async () => {
  await createShare(ana, { documentKeys: keys(), expiresInHours: 1 });
  const [{ id }] = await sharesOf(ana);
  world.advance(HOUR);
  expect((await revokeShare(ana, id)).status).toBe(200);
  expect(await sharesOf(ana)).toMatchObject([{ state: 'expired' }]);
  expect(await auditTrailOf(ana.id)).not.toContain('share.revoked');
});

test('of the ended links, those for which a visitor asked for a new one come first', async () => {
  for (const recipients of ['Banco Norte', 'Banco Sur', 'Banco Centro']) {
    await createShare(ana, { documentKeys: keys(), recipients, expiresInHours: 1 });
    world.advance(MINUTE);
  }
  const [, { shortUrl }] = await sharesOf(ana);
  world.advance(HOUR);
  await sendShareForm(shortUrl, 'pedir');
  const listed = [...textOf(await seen(LinksPage)).matchAll(/Banco \w+ Vencido/g)];
  expect(listed.map(([first]) => first.split(' ')[1])).toEqual(['Sur', 'Centro', 'Norte']);
});

test('a link is changed and closed without unfolding it, and its end can be a day up to the limit', async () => {
  await createShare(ana, { documentKeys: keys() });
  const [{ id }] = await sharesOf(ana);
  const outside = (await seen(LinksPage)).replace(/<details class="mt-1".*?<\/details>/s, '');
  expect(outside).toContain(`href="/panel/documentos/enlaces/${id}"`);
  expect(outside).toContain('Cerrar enlace');
  expect(await seen(ChangePage, { id })).toContain('name="hasta"');
  const save = (hasta: string) =>
    postForm(`/panel/documentos/enlaces/${id}/guardar`, {
      form: { ...Object.fromEntries(keys().map((key) => [`doc-${key}`, 'si'])), hasta },
      cookies: ana.cookies,
    });
  expect(redirectOf(await save('31-12-2027'))).toContain('error=validation_failed');
  expect(redirectOf(await save('25-11-2026'))).toBe('/panel/documentos/enlaces?aviso=cambiado');
  const [changed] = await sharesOf(ana);
  expect(Date.parse(changed.expiresAt)).toBe(endOfDay('2026-11-25'));
});
