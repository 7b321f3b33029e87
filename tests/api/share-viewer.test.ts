import { describe, expect, test } from 'vitest';
import { getDb } from '#lib/platform/db/client.ts';
import { shareLinks } from '#lib/platform/db/schema/share-links.ts';
import { HOUR, MINUTE } from '#lib/platform/process/durations.ts';
import { getStorage } from '#lib/platform/storage/client.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { cookiesOf } from '#tests/support/call.ts';
import { textOf } from '#tests/support/page-request.ts';
import { redirectOf } from '#tests/support/post-form.ts';
import { samples } from '#tests/support/sample-files.ts';
import {
  addDocument,
  bytesOf,
  enterPassword,
  openFile,
  openShare,
  openSharePage,
  sendShareForm,
  sharesOf,
  shareToken,
  statusAndCode,
  visitShare,
} from '#tests/support/shares.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

const world = worldForTest();
const ana = forEachTest(() => makeUser());

const opened = async () => (await sharesOf(ana))[0].openings;
const linkTo = async (document: Parameters<typeof addDocument>[1], extra: object = {}) =>
  shareToken(ana, { documentKey: (await addDocument(ana.id, document)).fileId, ...extra });

describe('the page of a share link', () => {
  test('describes and shows the file, and counts no opening by itself', async () => {
    const token = await linkTo({ bytes: samples.pdf });
    const response = await visitShare(token);
    expect(response.status).toBe(200);
    const page = await response.text();
    const file = `/c/${token}/archivo`;
    for (const fact of ['Carpeta tributaria.pdf', 'PDF', `${samples.pdf.length} B`]) {
      expect(page).toMatch(new RegExp(`<dd[^>]*>${fact}</dd>`));
    }
    expect(textOf(page)).toContain('23-11-2026, 12:00, hora de Chile');
    expect(page).toMatch(new RegExp(`<iframe [^>]*src="${file}\\?inline=1"`));
    // Phones show no PDF within a page, so there is a link.
    expect(page).toMatch(new RegExp(`href="${file}\\?inline=1" [^>]*>Abrir en otra pestaña<`));
    expect(page).toContain(`href="${file}">Descargar<`);
    expect(textOf(page)).toContain('De Ana Muñoz. El enlace sirve hasta el 23-11-2026, 12:00.');
    expect(await opened()).toBe(0);
  });

  test('embeds no file when its openings are limited, and viewing uses one', async () => {
    const token = await linkTo(
      { bytes: samples.png, contentType: 'image/png' },
      { maxOpenings: 1 },
    );
    const page = await (await visitShare(token)).text();
    expect(page).not.toMatch(/<img|<iframe/);
    expect(page).toContain('Este enlace se puede abrir una vez más.');
    expect(page).toContain('Ver (usa una apertura)</a>');
    const seen = await openFile(token, '?inline=1');
    expect(seen.headers.get('content-type')).toBe('image/png');
    expect(await bytesOf(seen)).toEqual(samples.png);
    expect((await visitShare(token)).status).toBe(410);
    expect((await visitShare(token, '?download=1')).status).toBe(410);
    expect(await statusAndCode(await openFile(token))).toEqual([410, 'share_expired']);
  });

  test('escapes markup in file names, labels and names of people', async () => {
    const evil = `"><img src=x onerror=alert(1)><script>alert(2)</script>'&`;
    const label = `"><img src=x onerror=alert(1)><script>alert(2)'&`;
    const luis = await makeUser({ email: 'luis@empresa.cl', name: evil });
    const { fileId } = await addDocument(luis.id, { fileName: `${label}.pdf`, customTitle: evil });
    const many = { documentKeys: [fileId, (await addDocument(luis.id)).fileId], label };
    for (const json of [{ documentKey: fileId }, { documentKey: fileId, label }, many]) {
      const token = await shareToken(luis, json);
      for (const query of ['', `?document=${fileId}`]) {
        const page = await (await visitShare(token, query)).text();
        expect(page).toContain('&lt;script&gt;alert(2)');
        expect(page).not.toMatch(/<script|<img src=x|onerror=alert\(1\)>[^&]/);
      }
    }
  });

  test('answers refusals with a page for people and with JSON for programs', async () => {
    const page = await visitShare('unknown');
    expect(page.status).toBe(404);
    expect(await page.text()).toContain('>No encontramos este enlace</h1>');
    const json = await openShare('unknown', '', { headers: { accept: 'application/json' } });
    expect(await statusAndCode(json)).toEqual([404, 'share_not_found']);
    for (let n = 0; n < 60; n += 1) await openShare('unknown', '', { ip: '192.0.2.5' });
    const limited = await visitShare('unknown', '', { ip: '192.0.2.5' });
    expect(limited.status).toBe(429);
    expect(await limited.text()).toContain('>Espera un momento</h1>');
    const program = await openShare('unknown', '', { ip: '192.0.2.5' });
    expect([program.status, program.headers.get('retry-after')]).toEqual([429, '60']);
  });

  test('leads from each document of a folder to the next and the previous one', async () => {
    const names = ['Uno', 'Dos', 'Tres'];
    const keys: string[] = [];
    for (const customTitle of names) {
      keys.push((await addDocument(ana.id, { category: 'otros', customTitle })).fileId);
    }
    const token = await shareToken(ana, { documentKeys: keys });
    const page = async (n: number) =>
      (await (await visitShare(token, `?document=${keys[n]}`)).text()).match(/<nav.*<\/nav>/s)?.[0];
    expect(await page(0)).not.toContain('Anterior');
    expect(await page(1)).toMatch(
      new RegExp(
        `href="/c/${token}\\?document=${keys[0]}" title="Anterior: Uno".*>2 de 3<.*\\?document=${keys[2]}" title="Siguiente: Tres"`,
        's',
      ),
    );
    // The list leads to this page on every screen, and never past it to the bare file.
    const list = await (await visitShare(token)).text();
    expect(list).toMatch(new RegExp(`href="/c/${token}\\?document=${keys[0]}"[^>]*>Uno<`));
    expect(list).not.toContain('inline=1');
    expect(await page(2)).not.toContain('Siguiente');
  });
});

describe('a download by a link', () => {
  const bytes = Buffer.from('0123456789');
  const ranged = (range: string, cookies = {}) => ({ headers: { range }, cookies });

  test('counts once, together with the byte ranges that the same browser asks for afterwards', async () => {
    const token = await linkTo({ bytes }, { maxOpenings: 2 });
    const first = await openShare(token, '?inline=1', ranged('bytes=0-3'));
    expect([first.status, await first.text()]).toEqual([206, '0123']);
    const [cookie = ''] = first.headers.getSetCookie();
    expect(cookie).toContain(`Max-Age=1800; Path=/api/share/${token}; HttpOnly; SameSite=Lax`);
    const cookies = cookiesOf(first);
    for (const range of ['bytes=4-6', 'bytes=7-', 'bytes=-2']) {
      expect((await openShare(token, '', ranged(range, cookies))).status).toBe(206);
    }
    expect(await opened()).toBe(1);
    expect((await openShare(token, '', { cookies })).status).toBe(200);
    expect(await opened()).toBe(2);
    expect((await openShare(token, '', ranged('bytes=4-6', cookies))).status).toBe(206);
    expect(await statusAndCode(await openShare(token, '', ranged('bytes=4-6')))).toEqual([
      410,
      'share_expired',
    ]);
    expect(await statusAndCode(await openShare(token, '', { cookies }))).toEqual([
      410,
      'share_expired',
    ]);
    world.advance(31 * MINUTE);
    expect((await openShare(token, '', ranged('bytes=4-6', cookies))).status).toBe(410);
  });

  test('that starts at any byte counts, unless the same browser began it before', async () => {
    const token = await linkTo({ bytes });
    expect((await openShare(token, '', ranged('bytes=1-'))).status).toBe(206);
    const forged = { 'enlace-envio': `x.${Date.now() * 2}.${'A'.repeat(43)}` };
    expect((await openShare(token, '', ranged('bytes=1-', forged))).status).toBe(206);
    expect(await opened()).toBe(2);
    const begun = await openShare(token, '', ranged('bytes=0-3'));
    await openShare(token, '', ranged('bytes=0-3', cookiesOf(begun)));
    expect(await opened()).toBe(4);
  });

  test('that sends nothing does not count: HEAD, unchanged, a range too far, a lost file', async () => {
    const { fileId, objectKey } = await addDocument(ana.id, { bytes });
    const token = await shareToken(ana, { documentKey: fileId, maxOpenings: 2 });
    const head = await openShare(token, '', { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '10']);
    expect((await openShare(token, '', ranged('bytes=99-'))).status).toBe(416);
    const etag = (await openShare(token)).headers.get('etag') ?? '';
    expect((await openShare(token, '', { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect(await opened()).toBe(1);
    await getStorage().remove(objectKey);
    expect(await statusAndCode(await openShare(token))).toEqual([404, 'document_not_found']);
    expect(await opened()).toBe(1);
  });
});

describe('a link with a password', () => {
  const password = 'ñandú 2026';

  test('shows nothing of the file before the password, which then lasts for an hour', async () => {
    const token = await linkTo({ bytes: samples.pdf }, { password: 'n\u0303andú 2026' });
    const gate = await visitShare(token);
    const page = await gate.text();
    expect(gate.status).toBe(200);
    expect(page).toContain(`action="/c/${token}/abrir" method="post"`);
    expect(page).not.toContain('Carpeta');
    expect(page).toContain('Te lo comparte <strong>Ana Muñoz</strong>');
    expect(await statusAndCode(await openShare(token))).toEqual([403, 'forbidden']);
    expect(await statusAndCode(await openFile(token))).toEqual([403, 'forbidden']);
    expect(await (await visitShare(token, '?download=1')).text()).toContain('tiene contraseña');
    const accept = { accept: 'text/html' };
    const givenToken = await enterPassword(token, password, { headers: accept });
    expect([givenToken.status, givenToken.headers.get('location')]).toEqual([303, `/c/${token}`]);
    const lines = givenToken.headers.getSetCookie();
    for (const path of [`/api/share/${token}`, `/c/${token}`]) {
      expect(lines.join()).toContain(`Max-Age=3600; Path=${path};`);
    }
    const cookies = cookiesOf(givenToken);
    expect(await (await visitShare(token, '', { cookies })).text()).toContain('Carpeta tributaria');
    expect((await openShare(token, '', { cookies })).status).toBe(200);
    const other = await linkTo({}, { password });
    expect((await openShare(other, '', { cookies })).status).toBe(403);
    world.advance(HOUR);
    expect((await openShare(token, '', { cookies })).status).toBe(403);
    const rows = await getDb().read.select().from(shareLinks);
    expect(rows[0]?.passwordHash).toMatch(/^\$argon2id\$/);
  });

  test('gives a program the file in reply to the password', async () => {
    const token = await linkTo({ bytes: samples.pdf }, { password });
    expect(await bytesOf(await enterPassword(token, password))).toEqual(samples.pdf);
  });

  test('says that a password was wrong, and allows ten tries per link and address', async () => {
    const token = await linkTo({}, { password });
    const other = await linkTo({}, { password });
    const wrong = await sendShareForm(token, 'abrir', { password: 'otra' });
    expect(redirectOf(wrong)).toBe(`/c/${token}?error=wrong_credentials`);
    const refused = await openSharePage(token, '?error=wrong_credentials', {
      cookies: cookiesOf(wrong),
    });
    // The field says it, and no list of errors repeats it.
    const page = await refused.text();
    expect(page.split('La contraseña del enlace no coincide.')).toHaveLength(2);
    expect(page).not.toContain('Revisa estos datos');
    expect(await statusAndCode(await enterPassword(token, ''))).toEqual([401, 'wrong_credentials']);
    for (let n = 0; n < 8; n += 1) await enterPassword(token, 'otra');
    expect(await statusAndCode(await enterPassword(token, password))).toEqual([
      429,
      'rate_limited',
    ]);
    expect((await enterPassword(other, password)).status).toBe(200);
    expect((await enterPassword(token, password, { ip: '192.0.2.9' })).status).toBe(200);
    world.advance(15 * MINUTE);
    expect((await enterPassword(token, password)).status).toBe(200);
  });

  test('accepts the password only as a form, and not a form that is too long', async () => {
    const token = await linkTo({}, { password });
    const json = { form: undefined, json: { password } } as object;
    expect(await statusAndCode(await enterPassword(token, '', json))).toEqual([
      415,
      'unsupported_media_type',
    ]);
    const long = await enterPassword(token, 'x'.repeat(300_000));
    expect(await statusAndCode(long)).toEqual([413, 'payload_too_large']);
  });
});
