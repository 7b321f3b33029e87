import { beforeEach, expect, test } from 'vitest';
import SharePage from '#app/panel/documentos/compartir/page.tsx';
import LinksPage from '#app/panel/documentos/enlaces/page.tsx';
import { DAY } from '#lib/platform/process/durations.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { cookiesOf } from '#tests/support/call.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm, redirectOf } from '#tests/support/post-form.ts';
import { deliverMails } from '#tests/support/sent-mails.ts';
import { addDocument, sendShareForm, sharesOf } from '#tests/support/shares.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

const world = worldForTest();
const ana = forEachTest(() => makeUser());
let key: string;
beforeEach(async () => {
  key = (await addDocument(ana.id)).fileId;
  browseAs(ana.cookies);
});

const send = (fields: Record<string, string>) =>
  postForm('/panel/documentos/compartir/crear', {
    form: { [`doc-${key}`]: 'si', expiresInHours: '72', enviar: 'si', ...fields },
    cookies: ana.cookies,
  });
const mailed = async () =>
  (await deliverMails()).filter(({ subject }) => subject.includes(' te comparte '));
const followed = async (response: Response) => {
  browseAs({ ...ana.cookies, ...cookiesOf(response) });
  return Object.fromEntries(new URL(redirectOf(response), 'http://x').searchParams);
};

test('the notice of a new link shows its address and a button that copies it', async () => {
  const newShare = await send({ nombre1: 'Banco', email1: 'luis@banco.cl' });
  const page = await renderPage(LinksPage, {}, await followed(newShare));
  const [{ id, shortUrl }] = await sharesOf(ana);
  const notice = page.slice(page.indexOf('Tu enlace está listo'), page.indexOf(`id="${id}"`));
  expect(notice).toContain(shortUrl);
  expect(notice).toContain('Copiar enlace');
});

test('the mail lists all documents, with file names where titles repeat, and no title that misleads', async () => {
  const [first] = (await send({ email1: 'luis@banco.cl' })) && (await mailed());
  expect(first?.text).toContain('• Carpeta tributaria electrónica');
  const titles = [
    'Llama al +56 9 1234 5678',
    ...Array.from({ length: 11 }, (_, n) => `Plano ${n}`),
  ];
  const files = await Promise.all(
    titles.map((customTitle) => addDocument(ana.id, { category: 'otros', customTitle })),
  );
  const boxes = Object.fromEntries(files.map(({ fileId }) => [`doc-${fileId}`, 'si']));
  await send({ ...boxes, email1: 'eva@banco.cl' });
  const text = (await mailed()).find(({ to }) => to === 'eva@banco.cl')?.text ?? '';
  expect(text.match(/^• /gm)).toHaveLength(13);
  expect(text).not.toMatch(/ más$/m);
  expect(text).toContain('tu respuesta le llega a esa persona');
  expect(text).not.toContain('1234 5678');
});

test('one press makes a link for each recipient and mails it, and names recipients without an address', async () => {
  expect(await renderPage(SharePage, {}, {})).toMatch(
    /<button[^>]*name="enviar"[^>]*>Crear y enviar/,
  );
  const done = await send({ nombre1: 'Banco', email1: 'luis@banco.cl', recipients: 'Sin Correo' });
  const page = textOf(await renderPage(LinksPage, {}, await followed(done)));
  expect(page).toContain('Tus 2 enlaces están listos.');
  expect(page).toContain('Enviamos uno por correo.');
  expect(page).toContain('Sin Correo: no tiene correo.');
  expect(page).not.toContain('luis@banco.cl>: ya van');
  const links: { recipient: string; sentAt: string | null; shortUrl: string }[] =
    await sharesOf(ana);
  const ofBanco = links.find(({ recipient }) => recipient.startsWith('Banco'));
  expect(links.map(({ sentAt }) => sentAt === null).sort()).toEqual([false, true]);
  const mails = await mailed();
  expect(mails.map(({ to }) => to)).toEqual(['luis@banco.cl']);
  expect(mails[0]?.text).toContain(ofBanco?.shortUrl);
});

test('recipients whose mailbox has its mails of the hour are named, and their links exist nonetheless', async () => {
  // One mailbox gets ten mails an hour, also under different names.
  const names = Array.from({ length: 12 }, (_, n) => `Banco ${n}, luis@banco.cl`);
  const done = await send({ recipients: [...names, 'Eva, eva@andes.cl'].join('\n') });
  const page = textOf(await renderPage(LinksPage, {}, await followed(done)));
  expect(page).toContain('Enviamos 11 por correo.');
  expect(page.match(/Banco \d+, luis@banco\.cl: ya van todos los correos/g)).toHaveLength(2);
  expect(await sharesOf(ana)).toHaveLength(13);
  const to = (await mailed()).map((mail) => mail.to);
  expect(to.filter((item) => item === 'luis@banco.cl')).toHaveLength(10);
  expect(to).toContain('eva@andes.cl');
});

test('the mail about a second visitor who asks for a new link does not repeat the first visitor’s address', async () => {
  await send({ email1: 'luis@banco.cl' });
  const [{ shortUrl }] = await sharesOf(ana);
  world.advance(3 * DAY);
  await sendShareForm(shortUrl, 'pedir', { correo: 'eva@banco.cl' });
  await deliverMails();
  world.advance(DAY);
  await sendShareForm(shortUrl, 'pedir');
  const requestMails = (await deliverMails()).filter(({ subject }) =>
    subject.startsWith('Piden un'),
  );
  expect(requestMails.map(({ text }) => text.includes('eva@banco.cl'))).toEqual([false, true]);
});

test('“create and send” without any address makes no link, and the plain button mails nobody', async () => {
  const refused = await send({ nombre1: 'Banco' });
  const page = await renderPage(SharePage, {}, await followed(refused));
  expect(page).toContain('Escribe el correo de alguien a quien enviárselo.');
  expect(await sharesOf(ana)).toEqual([]);
  const form = { [`doc-${key}`]: 'si', expiresInHours: '72', email1: 'luis@banco.cl' };
  await postForm('/panel/documentos/compartir/crear', { form, cookies: ana.cookies });
  expect(await sharesOf(ana)).toHaveLength(1);
  expect(await mailed()).toEqual([]);
});
