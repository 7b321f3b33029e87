import { beforeEach, describe, expect, test } from 'vitest';
import LinksPage from '#app/panel/documentos/enlaces/page.tsx';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { shareLinks } from '#lib/platform/db/schema/share-links.ts';
import { DAY, HOUR, MINUTE } from '#lib/platform/process/durations.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { browseAs, renderPage } from '#tests/support/page-request.ts';
import { postForm, redirectOf } from '#tests/support/post-form.ts';
import { submissionOfButton } from '#tests/support/rendered-forms.ts';
import { deliverMails } from '#tests/support/sent-mails.ts';
import {
  addDocument,
  createShare,
  insertShares,
  openFile,
  openSharePage,
  sharesOf,
} from '#tests/support/shares.ts';
import { forEachTest, START, worldForTest } from '#tests/support/world.ts';

let key: string;
const world = worldForTest();
const ana = forEachTest(() => makeUser());
beforeEach(async () => {
  key = (await addDocument(ana.id)).fileId;
});

const listed = () => sharesOf(ana);
const post = (recipients: string, extra: object = {}) =>
  postForm('/panel/documentos/compartir/crear', {
    form: { [`doc-${key}`]: 'si', expiresInHours: '168', recipients, ...extra },
    cookies: ana.cookies,
  });

describe('links for several people', () => {
  test('are one link for each recipient, each counting its own openings', async () => {
    await post(' Aseguradora Andes \r\n\r\nBanco del Sur\nAseguradora Andes\n');
    const [andes, sur, ...more] = await listed();
    expect(more).toEqual([]);
    expect([andes.recipient, sur.recipient]).toEqual(['Aseguradora Andes', 'Banco del Sur']);
    expect(andes.shortUrl).not.toBe(sur.shortUrl);
    world.advance(HOUR);
    await openSharePage(sur.shortUrl);
    for (let n = 0; n < 2; n += 1) await openFile(sur.shortUrl);
    const [first, second] = await listed();
    expect(first).toMatchObject({ openings: 0, lastOpenings: [] });
    const at = new Date(START + HOUR).toISOString();
    expect(second).toMatchObject({ openings: 2, lastOpenings: [{ at }, { at }] });
  });

  test('do not show visitors whom they are for', async () => {
    await post('Aseguradora Andes\nBanco del Sur', { label: 'Licitación 12' });
    const [{ shortUrl }] = await listed();
    const page = await (await openSharePage(shortUrl)).text();
    expect(page).toContain('Licitación 12');
    expect(page).not.toMatch(/Andes|Sur/);
  });

  test('are made all or none, twenty at most, and count against the limit of live links', async () => {
    const names = (n: number) => Array.from({ length: n }, (_, at) => `Banco ${at}`);
    const tooMany = await createShare(ana, { documentKey: key, recipients: names(21).join('\n') });
    expect([tooMany.status, Object.keys((await tooMany.json()).fields)]).toEqual([
      400,
      ['recipients'],
    ]);
    await insertShares(ana, 481, { expiresAt: START + HOUR });
    for (const [count, status] of [
      [20, 409],
      [19, 200],
    ] as const) {
      const response = await createShare(ana, {
        documentKey: key,
        recipients: names(count).join('\n'),
      });
      expect(response.status).toBe(status);
    }
    expect(await getDb().read.$count(shareLinks)).toBe(500);
  });

  test('are mailed to their addresses, each once a day, and forty a day in all', async () => {
    await post('Banco del Sur <Luis@banco.cl>\nAndes, eva@andes.cl\nSin correo\nCaja, c@caja.cl');
    const [andes, sur, caja, none] = await listed();
    const send = (ids: string, cookies = ana.cookies) =>
      postForm('/panel/documentos/enlaces/enviar', { form: { ids }, cookies });
    const luis = await makeUser({ email: 'luis@empresa.cl' });
    for (const ids of [`${sur.id} ${none.id}`, 'otro']) await send(ids);
    await send(sur.id, luis.cookies);
    const sent = async () =>
      (await deliverMails()).filter(({ subject }) => subject.includes(' te comparte '));
    expect(await sent()).toEqual([]);
    await Promise.all([send(`${andes.id} ${sur.id}`), send(sur.id)]);
    const mails = await sent();
    expect(mails.map(({ to }) => to).sort()).toEqual(['eva@andes.cl', 'luis@banco.cl']);
    const { replyTo, subject, text } = mails.find(({ to }) => to === 'luis@banco.cl') ?? {};
    expect([replyTo, subject]).toEqual([ana.email, 'Ana Muñoz te comparte un documento']);
    expect(text).toContain(sur.shortUrl);
    expect(text).not.toContain('Banco del Sur');
    expect((await listed())[1]).toMatchObject({ sentAt: new Date(START).toISOString() });
    await getDb().write((tx) => tx.update(accounts).set({ name: 'Gana en evil.cl' }));
    world.advance(DAY);
    await send(sur.id);
    const [again] = await sent();
    expect(again?.subject).toBe('Una persona registrada te comparte un documento');
    // Another account's links and those of yesterday leave the count as it is.
    await insertShares(luis, 40, { expiresAt: START, sentAt: world.now() });
    await insertShares(ana, 38, { expiresAt: START, sentAt: world.now() });
    const wayOf = async ({ id }: { id: string }) => (await send(id)).headers.get('location');
    // A link that was mailed today is skipped and does not count again.
    expect(await wayOf({ id: `${sur.id} ${andes.id}` })).toContain('aviso=enviado');
    expect(await wayOf(caja)).toContain('error=rate_limited');
  });

  test.each([
    ['a control character', 'Ban\u0007co'],
    ['a name of 201 letters', 'x'.repeat(201)],
  ])('are refused with an error at their field for %s', async (_, name) => {
    const refused = await post(`Banco\n${name}`);
    expect(refused.headers.get('location')).toBe(
      '/panel/documentos/compartir?error=validation_failed',
    );
    expect(await listed()).toEqual([]);
    const response = await createShare(ana, { documentKey: key, recipients: `Banco\n${name}` });
    expect([response.status, Object.keys((await response.json()).fields)]).toEqual([
      400,
      ['recipients'],
    ]);
  });

  test('are requested in rows of name and e-mail, and show their visitors the note', async () => {
    const note = 'Hola:\nva todo al 30 de junio.';
    const rows = { nombre1: 'Banco del Sur', email1: ' Luis@banco.cl', email3: 'eva@andes.cl' };
    await post('Sin correo', { ...rows, recipientNote: note });
    const newShare = await listed();
    expect(newShare.map(({ recipient }: { recipient: string }) => recipient).sort()).toEqual([
      ...['Banco del Sur <Luis@banco.cl>', 'Sin correo', 'eva@andes.cl'],
    ]);
    const [sur] = newShare.filter(({ recipient }: { recipient: string }) =>
      /^Banco/.test(recipient),
    );
    expect(await (await openSharePage(sur.shortUrl)).text()).toMatch(
      new RegExp(`<blockquote[^>]*><strong>Nota para ti:</strong> ${note}<`),
    );
    const form = { ids: sur.id };
    await postForm('/panel/documentos/enlaces/enviar', { form, cookies: ana.cookies });
    const { text } = (await deliverMails()).find(({ to }) => to === 'luis@banco.cl') ?? {};
    expect(text).toContain(`Su nota: “${note}”`);
    expect(text).toMatch(
      /Ana Muñoz te comparte un documento\. El enlace sirve hasta el \d\d-\d\d-2026/,
    );
  });

  test('are mailed together by the button after making them, without links made before', async () => {
    await post('luis@banco.cl');
    world.advance(MINUTE);
    const way = redirectOf(await post('eva@andes.cl\nana@caja.cl\nSin correo'));
    browseAs(ana.cookies);
    const query = Object.fromEntries(new URL(way, 'http://x').searchParams);
    const { path, form } = submissionOfButton(
      await renderPage(LinksPage, {}, query),
      'Enviar los 2 por correo',
    );
    await postForm(path, { form, cookies: ana.cookies });
    const mails = (await deliverMails()).map(({ to }) => to);
    expect(mails.sort()).toEqual(['ana@caja.cl', 'eva@andes.cl']);
  });

  test.each([
    ['a mail that is none', { nombre1: 'Banco', email1: 'luis@banco' }],
    ['two mails in a row', { nombre1: 'eva@andes.cl', email1: 'luis@banco.cl' }],
    ['a note with an address', { recipientNote: 'Mira evil.cl' }],
  ])('are not made for %s', async (_, fields) => {
    const refused = await post('', fields);
    expect(refused.headers.get('location')).toContain('error=validation_failed');
    expect(await listed()).toEqual([]);
  });

  test('are a single link without a name when no recipient is given', async () => {
    await post(' \n ');
    expect(await listed()).toMatchObject([{ recipient: null }]);
  });
});
