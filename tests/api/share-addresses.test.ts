import { beforeEach, describe, expect, test } from 'vitest';
import { checkRows } from '#lib/background/check-rows.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { shareLinks } from '#lib/platform/db/schema/share-links.ts';
import { HOUR } from '#lib/platform/process/durations.ts';
import { makeMember } from '#tests/support/accounts.ts';
import { cookiesOf } from '#tests/support/call.ts';
import { samples } from '#tests/support/sample-files.ts';
import {
  addDocument,
  bytesOf,
  codeIn,
  open,
  openShort,
  revoke,
  share,
  sharesOf,
} from '#tests/support/shares.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

let key: string;
const world = worldForTest();
const ana = forEachTest(() => makeMember());
beforeEach(async () => {
  key = (await addDocument(ana.id, { bytes: samples.pdf })).fileId;
});

const made = async (extra: object = {}) =>
  (await share(ana, { documentKey: key, ...extra })).json();
const listed = async (member = ana) => (await sharesOf(member))[0];
const put = (values: Partial<typeof shareLinks.$inferInsert>) =>
  getDb().write((tx) => tx.update(shareLinks).set(values));

describe('the short address of a link', () => {
  test('is shown to its owner whenever, and is not in the database', async () => {
    const { shortUrl } = await made();
    expect((await listed()).shortUrl).toBe(shortUrl);
    const luis = await makeMember({ email: 'luis@empresa.cl' });
    expect(await listed(luis)).toBeUndefined();
    const rows = JSON.stringify(await getDb().read.select().from(shareLinks));
    expect(rows).not.toContain(codeIn(shortUrl));
    expect(codeIn((await made()).shortUrl)).not.toBe(codeIn(shortUrl));
  });

  test('opens the same page and the same file as the contract’s', async () => {
    const { shortUrl, shareUrl } = await made();
    const page = await openShort(shortUrl);
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.headers.get('x-robots-tag')).toContain('noindex');
    expect(await page.text()).toContain('href="?download=1"');
    expect(await bytesOf(await openShort(shortUrl, '?download=1'))).toEqual(samples.pdf);
    expect(await bytesOf(await open(shareUrl.split('/').at(-1)))).toEqual(samples.pdf);
    expect((await listed()).openings).toBe(2);
  });

  test('is a page for every program: a preview spends no opening', async () => {
    const { shortUrl } = await made({ maxOpenings: 1 });
    for (const accept of ['*/*', 'application/json', 'image/*', '']) {
      const page = await openShort(shortUrl, '', { headers: { accept } });
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    }
    expect((await listed()).openings).toBe(0);
  });

  test('counts a visit once, whatever is looked at, and a password that fits begins one', async () => {
    const more = await addDocument(ana.id, { bytes: samples.png, category: 'otros' });
    const other = more.fileId;
    const password = 'un paraguas azul';
    const link = await made({ documentKeys: [key, other], password, maxOpenings: 2 });
    const gate = () => openShort(link.shortUrl, '', { form: { password } });
    const cookies = cookiesOf(await gate());
    for (const query of [
      `?inline=1&document=${key}`,
      `?download=1&document=${other}`,
      '?download=1',
    ]) {
      expect((await openShort(link.shortUrl, query, { cookies })).status).toBe(200);
    }
    const page = await (await openShort(link.shortUrl, '', { cookies })).text();
    expect(page).toContain('cuenta como una sola apertura');
    expect(await listed()).toMatchObject({ openings: 1, views: 1, downloads: 2 });
    const ways = (await listed()).lastOpenings.map(({ way }: { way: string }) => way);
    expect(ways).toEqual(['download', 'download', 'view', 'enter']);
    const last = cookiesOf(await gate());
    expect((await listed()).state).toBe('spent');
    expect((await gate()).status).toBe(410);
    expect((await openShort(link.shortUrl, '?download=1', { cookies: last })).status).toBe(200);
    expect((await openShort(link.shortUrl, '?download=1', { cookies })).status).toBe(200);
    world.advance(HOUR / 2);
    expect((await openShort(link.shortUrl, '?download=1', { cookies: last })).status).toBe(410);
    expect((await checkRows()).problems).toEqual([]);
  });

  test('asks for the password, tries counted with those at the other address', async () => {
    const password = 'un paraguas azul';
    const { shortUrl } = await made({ password });
    expect(await (await openShort(shortUrl)).text()).toContain('Este enlace tiene contraseña');
    expect((await openShort(shortUrl, '?download=1')).status).toBe(403);
    const wrong = await openShort(shortUrl, '', { form: { password: 'otra cosa' } });
    expect(wrong.status).toBe(401);
    const [{ wrongTries } = {}] = await getDb().read.select().from(shareLinks);
    expect(wrongTries).toBe(1);
    const right = await openShort(shortUrl, '?inline=1', { form: { password } });
    const path = `/c/${codeIn(shortUrl)}`;
    expect([right.status, right.headers.get('location')]).toEqual([303, `${path}?inline=1`]);
    expect(right.headers.getSetCookie().join()).toContain(`Path=${path};`);
    const opened = await openShort(shortUrl, '?download=1', { cookies: cookiesOf(right) });
    expect(opened.status).toBe(200);
  });

  test.each([
    ['closed', 'Lo cerró quien', async (id: string) => void (await revoke(ana, id))],
    ['over', 'Venció el 23-11-2026, 12:00', async () => world.advance(72 * HOUR)],
    ['used up', 'Ya se usó', async () => void (await put({ maxOpenings: 1, openings: 1 }))],
    [
      'without a document',
      'quitó sus documentos',
      async () => void (await getDb().write((tx) => tx.delete(documents))),
    ],
  ])('of a link that is %s opens nothing and is not shown', async (_, why, end) => {
    const { id, shortUrl } = await made();
    await end(id);
    const closed = await openShort(shortUrl);
    expect(closed.status).toBe(410);
    const page = await closed.text();
    for (const told of ['Este enlace ya no está disponible', why]) expect(page).toContain(told);
    expect((await listed()).shortUrl).toBeNull();
  });

  test('is no token, and no token is one', async () => {
    const { id, shortUrl, shareUrl } = await made();
    const code = codeIn(shortUrl);
    const token = shareUrl.split('/').at(-1);
    for (const other of [token, id, code.toUpperCase(), `${code}a`, code.slice(1), '%00', '']) {
      expect((await openShort(other)).status).toBe(404);
    }
    expect((await open(code)).status).toBe(404);
  });

  test('ends with the secret that it was made by; the contract’s goes on', async () => {
    const { shortUrl, shareUrl } = await made();
    getEnv().appSecret = 'another secret, made today'.padEnd(40, '.');
    expect((await openShort(shortUrl)).status).toBe(410);
    expect((await listed()).shortUrl).toBeNull();
    expect((await open(shareUrl.split('/').at(-1))).status).toBe(200);
  });

  test('is missing from links of before, which go on', async () => {
    const { shareUrl } = await made();
    await put({ codeHash: null });
    expect(await listed()).toMatchObject({ state: 'live', shortUrl: null });
    expect((await open(shareUrl.split('/').at(-1))).status).toBe(200);
  });
});
