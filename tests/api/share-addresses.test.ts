import { beforeEach, describe, expect, test, vi } from 'vitest';
import { generateMetadata } from '#app/c/[token]/page.tsx';
import { checkRows } from '#lib/background/check-rows.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { shareLinks } from '#lib/platform/db/schema/share-links.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { HOUR } from '#lib/platform/process/durations.ts';
import { getStorage } from '#lib/platform/storage/client.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { cookiesOf } from '#tests/support/call.ts';
import { redirectOf, valuesKeptAfterRefusal } from '#tests/support/post-form.ts';
import { samples } from '#tests/support/sample-files.ts';
import {
  addDocument,
  bytesOf,
  createShare,
  openFile,
  openShare,
  openSharePage,
  revokeShare,
  sendShareForm,
  shareCodeIn,
  sharesOf,
  shareToken,
  statusAndCode,
} from '#tests/support/shares.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

let key: string;
const world = worldForTest();
const ana = forEachTest(() => makeUser());
beforeEach(async () => {
  key = (await addDocument(ana.id, { bytes: samples.pdf })).fileId;
});

const newShare = async (extra: object = {}) =>
  (await createShare(ana, { documentKey: key, ...extra })).json();
const listed = async (member = ana) => (await sharesOf(member))[0];
const propsOf = (url: string) => ({
  params: Promise.resolve({ token: shareCodeIn(url) }),
  searchParams: Promise.resolve({}),
});
const put = (values: Partial<typeof shareLinks.$inferInsert>) =>
  getDb().write((tx) => tx.update(shareLinks).set(values));

describe('the short address of a link', () => {
  test('is shown to its owner at any time, and is not stored in the database', async () => {
    const { shortUrl } = await newShare();
    expect((await listed()).shortUrl).toBe(shortUrl);
    const luis = await makeUser({ email: 'luis@empresa.cl' });
    expect(await listed(luis)).toBeUndefined();
    const rows = JSON.stringify(await getDb().read.select().from(shareLinks));
    expect(rows).not.toContain(shareCodeIn(shortUrl));
    expect(shareCodeIn((await newShare()).shortUrl)).not.toBe(shareCodeIn(shortUrl));
  });

  test('opens the same page and the same file as the address of the published API', async () => {
    const { shortUrl, shareUrl } = await newShare();
    const page = await openSharePage(shortUrl);
    expect(await page.text()).toContain(`href="/c/${shareCodeIn(shortUrl)}/archivo"`);
    expect(await bytesOf(await openFile(shortUrl))).toEqual(samples.pdf);
    const metadata = await generateMetadata(propsOf(shortUrl));
    expect(metadata).toMatchObject({ robots: { index: false }, referrer: 'same-origin' });
    expect(await bytesOf(await openShare(shareUrl.split('/').at(-1)))).toEqual(samples.pdf);
    expect((await listed()).openings).toBe(2);
  });

  test('answers every program with a page, so that a preview counts as no opening', async () => {
    const { shortUrl } = await newShare({ maxOpenings: 1 });
    for (let n = 0; n < 3; n += 1) {
      expect(await (await openSharePage(shortUrl)).text()).not.toMatch(/<img|<iframe/);
    }
    expect((await openFile(shortUrl, '', { method: 'HEAD' })).status).toBe(200);
    expect((await listed()).openings).toBe(0);
  });

  test('counts one visit as one opening, whatever is viewed; a right password begins a visit', async () => {
    const more = await addDocument(ana.id, { bytes: samples.png, category: 'otros' });
    const other = more.fileId;
    const password = 'un paraguas azul';
    const link = await newShare({ documentKeys: [key, other], password, maxOpenings: 2 });
    const gate = () => sendShareForm(link.shortUrl, 'abrir', { password });
    const cookies = cookiesOf(await gate());
    for (const query of [`?inline=1&document=${key}`, `?document=${other}`, '']) {
      expect((await openFile(link.shortUrl, query, { cookies })).status).toBe(200);
    }
    const page = await (await openSharePage(link.shortUrl, '', { cookies })).text();
    expect(page).toContain('cuenta como una sola apertura');
    expect(await listed()).toMatchObject({ openings: 1, views: 1, downloads: 2 });
    const ways = (await listed()).lastOpenings.map(({ way }: { way: string }) => way);
    expect(ways).toEqual(['download', 'download', 'view', 'enter']);
    const last = cookiesOf(await gate());
    expect((await listed()).state).toBe('spent');
    const late = await gate();
    expect(redirectOf(late)).toContain('error=share_expired');
    const { 'enlace-clave': proof = '' } = cookiesOf(late);
    const shown = await openSharePage(link.shortUrl, '', { cookies: { 'enlace-clave': proof } });
    expect(shown.status).toBe(410);
    expect((await openFile(link.shortUrl, '', { cookies: last })).status).toBe(200);
    expect((await openFile(link.shortUrl, '', { cookies })).status).toBe(200);
    world.advance(HOUR / 2);
    expect((await openFile(link.shortUrl, '', { cookies: last })).status).toBe(410);
    expect((await checkRows()).problems).toEqual([]);
  });

  test('asks for the password, and counts wrong ones together with those at the other address', async () => {
    const password = 'un paraguas azul';
    const { shortUrl } = await newShare({ password });
    expect(await (await openSharePage(shortUrl)).text()).toContain('Este enlace tiene contraseña');
    expect((await openFile(shortUrl)).status).toBe(403);
    const path = `/c/${shareCodeIn(shortUrl)}`;
    const byPerson = await openFile(shortUrl, '', { headers: { accept: 'text/html' } });
    expect(redirectOf(byPerson)).toBe(path);
    const accept = { headers: { accept: 'text/html' } };
    const ofOne = await openFile(shortUrl, `?document=${key}`, accept);
    expect(redirectOf(ofOne)).toBe(`${path}?document=${key}`);
    const wrong = await sendShareForm(shortUrl, 'abrir', { password: 'otra cosa' });
    expect(redirectOf(wrong)).toBe(`${path}?error=wrong_credentials`);
    expect(valuesKeptAfterRefusal(wrong)?.fields).toEqual({
      password: 'La contraseña del enlace no coincide.',
    });
    const [{ wrongTries } = {}] = await getDb().read.select().from(shareLinks);
    expect(wrongTries).toBe(1);
    const query = `?document=${key}`;
    const right = await sendShareForm(shortUrl, 'abrir', { password }, { query });
    expect(redirectOf(right)).toBe(path + query);
    expect(right.headers.getSetCookie().join()).toContain(`Path=${path};`);
    const opened = await openFile(shortUrl, '', { cookies: cookiesOf(right) });
    expect(opened.status).toBe(200);
  });

  test.each([
    ['closed', 'Lo cerró quien', async (id: string) => void (await revokeShare(ana, id))],
    ['over', 'Venció el 23-11-2026, 12:00', async () => world.advance(72 * HOUR)],
    ['used up', 'Ya se usó', async () => void (await put({ maxOpenings: 1, openings: 1 }))],
    [
      'without a document',
      'quitó sus documentos',
      async () => void (await getDb().write((tx) => tx.delete(documents))),
    ],
  ])(
    'of a link that is %s answers 410, says why, and is no longer shown to the owner',
    async (_, why, end) => {
      const { id, shortUrl } = await newShare();
      await end(id);
      const closed = await openSharePage(shortUrl);
      expect(closed.status).toBe(410);
      const page = await closed.text();
      for (const phrase of ['Este enlace ya no está disponible', why])
        expect(page).toContain(phrase);
      // A file that was refused for this reason brings the visitor back, and adds no other reason.
      const returned = await openSharePage(shortUrl, '?error=share_expired');
      expect(await returned.text()).not.toContain('venció o fue cerrado');
      expect((await listed()).shortUrl).toBeNull();
    },
  );

  test('does not work as a token of the published API, but the page accepts both', async () => {
    const { id, shortUrl, shareUrl } = await newShare();
    const code = shareCodeIn(shortUrl);
    expect((await openSharePage(shareUrl.split('/').at(-1))).status).toBe(200);
    for (const other of [id, code.toUpperCase(), `${code}a`, code.slice(1), '%00', '']) {
      expect((await openSharePage(other)).status).toBe(404);
    }
    expect((await openShare(code)).status).toBe(404);
  });

  test('ends when the secret that made it changes, and the address of the published API goes on', async () => {
    const { shortUrl, shareUrl } = await newShare();
    getEnv().appSecret = 'another secret, made today'.padEnd(40, '.');
    expect((await openSharePage(shortUrl)).status).toBe(410);
    expect((await listed()).shortUrl).toBeNull();
    expect((await openShare(shareUrl.split('/').at(-1))).status).toBe(200);
  });

  test('is missing for links older than short addresses, which still work', async () => {
    const { shareUrl } = await newShare();
    await put({ codeHash: null });
    expect(await listed()).toMatchObject({ state: 'live', shortUrl: null });
    expect((await openShare(shareUrl.split('/').at(-1))).status).toBe(200);
  });
});

test('a file is saved rather than shown where its address asks for both', async () => {
  const token = await shareToken(ana, { documentKey: key });
  const shown = async (query: string) =>
    (await openShare(token, query)).headers.get('content-disposition')?.split(';')[0];
  for (const query of ['?inline=1', '?inline=1&download=', '?inline=1&download=0']) {
    expect(await shown(query)).toBe('inline');
  }
  for (const query of ['', '?inline=', '?inline=0', '?inline=1&download=1']) {
    expect(await shown(query)).toBe('attachment');
  }
});

test('a browser that gets no file is led to a page that says why, and a program gets the error as JSON', async () => {
  const { shortUrl } = await newShare();
  vi.spyOn(getStorage(), 'send').mockRejectedValue(new AppError('unavailable'));
  const program = await openFile(shortUrl);
  expect(await statusAndCode(program)).toEqual([503, 'unavailable']);
  expect(program.headers.get('retry-after')).toBe('10');
  const headers = { accept: 'text/html' };
  const browser = await openFile(shortUrl, '', { headers });
  expect(redirectOf(browser)).toBe(`/c/${shareCodeIn(shortUrl)}?error=unavailable`);
  // The header of a redirect is the time to wait before following it (RFC 9110, 10.2.3).
  expect(browser.headers.get('retry-after')).toBeNull();
  expect(redirectOf(await openFile('unknown', '', { headers }))).toBe('/c/unknown');
});

test('a program gets a JSON error for a link with a password; Accept: text/html leads a browser to the page', async () => {
  const token = await shareToken(ana, { documentKey: key, password: 'cuatro gatos' });
  const { message } = await (await openShare(token)).json();
  expect(message).toBe('Este enlace tiene contraseña: ábrelo en un navegador.');
  const browser = await openShare(token, '', { headers: { accept: 'text/html' } });
  expect([redirectOf(browser), browser.headers.get('vary')]).toEqual([`/c/${token}`, 'Accept']);
});

test('the cookie of a visit is sent only to the pages of its own link', async () => {
  for (const { shortUrl } of [await newShare(), await newShare()]) {
    const [line] = (await openFile(shortUrl)).headers.getSetCookie();
    expect(line).toContain(`; Path=/c/${shareCodeIn(shortUrl)};`);
  }
});
