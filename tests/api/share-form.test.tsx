import { beforeEach, expect, test } from 'vitest';
import SharePage from '#app/panel/documentos/compartir/page.tsx';
import LinksPage from '#app/panel/documentos/enlaces/page.tsx';
import { RECIPIENT_ROWS, type Share } from '#lib/domain/share-links/schema.ts';
import { DAY, HOUR, MINUTE } from '#lib/platform/process/durations.ts';
import { type Member, makeUser } from '#tests/support/accounts.ts';
import { api, cookiesOf } from '#tests/support/call.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import {
  addDocument,
  createShare,
  insertShares,
  openShare,
  revokeShare,
  sendShareForm,
  sharesOf,
  visitShare,
} from '#tests/support/shares.ts';
import { refusalStatusAndCode, removeDocument } from '#tests/support/vault.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();
let ana: Member;
beforeEach(async () => {
  ana = await makeUser();
  browseAs(ana.cookies);
});

const share = async (json: object) => (await createShare(ana, json)).json();
const repeat = (id: string, { cookies }: Member = ana) =>
  api(`/api/documents/shares/${id}/repeat`, {
    method: 'POST',
    cookies,
  });
const listed = () => sharesOf(ana);

test('one press makes a link that was used up again, with the same settings and a new address', async () => {
  const { fileId } = await addDocument(ana.id);
  const requested = { documentKey: fileId, maxOpenings: 1, label: 'Banco', expiresInHours: 48 };
  const { id, shareUrl } = await share(requested);
  await (await openShare(shareUrl.split('/').at(-1))).arrayBuffer();
  world.advance(MINUTE);
  const page = textOf(await renderPage(LinksPage, {}));
  expect(page).toContain('1 de 1 visita');
  expect(page).toContain('Crear otro igual');
  const response = await postForm('/panel/documentos/enlaces/repetir', {
    form: { id },
    cookies: ana.cookies,
  });
  const [again, old] = await listed();
  expect(response.headers.get('location')).toBe(`/panel/documentos/enlaces?enlace=${again.id}`);
  expect(old.state).toBe('spent');
  expect(again).toMatchObject({ state: 'live', label: 'Banco', maxOpenings: 1, openings: 0 });
  expect(Date.parse(again.expiresAt) - world.now()).toBe(48 * HOUR);
  expect(again.shortUrl).not.toBe(old.shortUrl);
});

test('the form for a new link offers a mail at the first opening, and remembers that it was unticked', async () => {
  const { fileId } = await addDocument(ana.id);
  expect(await renderPage(SharePage, {})).toMatch(/name="notify"[^>]*checked/);
  const form = { [`doc-${fileId}`]: 'on', recipients: 'Banco', maxOpenings: 'muchas' };
  const response = await postForm('/panel/documentos/compartir/crear', {
    form,
    cookies: ana.cookies,
  });
  browseAs({ ...ana.cookies, ...cookiesOf(response) });
  const back = await renderPage(SharePage, {}, { error: 'validation_failed' });
  expect(back).not.toMatch(/name="notify"[^>]*checked/);
});

test('a closed link can be made again with its password; a link that still works cannot', async () => {
  const { fileId } = await addDocument(ana.id);
  const settings = { password: 'un paraguas azul', viewOnly: true, notify: true };
  const { id } = await share({ documentKey: fileId, ...settings });
  expect(await refusalStatusAndCode(repeat(id))).toMatchObject({ status: 409, error: 'conflict' });
  await revokeShare(ana, id);
  world.advance(MINUTE);
  expect((await repeat(id)).status).toBe(200);
  const [again] = await listed();
  expect(again).toMatchObject({ state: 'live', hasPassword: true, viewOnly: true, notify: true });
});

test('a link made again shows those of its documents that are left, and only its owner can make it again', async () => {
  const [first, second] = [
    await addDocument(ana.id),
    await addDocument(ana.id, { category: 'otros' }),
  ];
  const { id } = await share({ documentKeys: [first.fileId, second.fileId] });
  await revokeShare(ana, id);
  world.advance(MINUTE);
  const luis = await makeUser({ email: 'luis@empresa.cl' });
  expect(await refusalStatusAndCode(repeat(id, luis))).toMatchObject({
    status: 404,
    error: 'share_not_found',
  });
  await removeDocument(ana.cookies, 'otros', second.id);
  expect((await repeat(id)).status).toBe(200);
  const [again] = await listed();
  expect(again.documents.map((document: { id: string }) => document.id)).toEqual([first.id]);
  await removeDocument(ana.cookies, first.category, first.id);
  expect(await refusalStatusAndCode(repeat(id))).toMatchObject({ status: 409 });
});

test('making a link again settles the requests for that link and not those for another one', async () => {
  const { fileId } = await addDocument(ana.id);
  const ended = [await share({ documentKey: fileId }), await share({ documentKey: fileId })];
  for (const { id, shortUrl } of ended) {
    await revokeShare(ana, id);
    await sendShareForm(shortUrl, 'pedir');
  }
  await repeat(ended[0].id);
  const requestedOf = new Map((await listed()).map((link: Share) => [link.id, link.askedAt]));
  expect(requestedOf.get(ended[0].id)).toBeNull();
  expect(requestedOf.get(ended[1].id)).not.toBeNull();
});

test('a list of more than twenty ended links has a second page', async () => {
  const older = async (desde = '') =>
    /\?desde=(\d+)/.exec(await renderPage(LinksPage, {}, { desde }))?.[1] ?? null;
  await insertShares(ana, 20, { expiresAt: world.now() + HOUR });
  expect(await older()).toBeNull();
  await insertShares(ana, 1, { expiresAt: world.now() + HOUR });
  expect([await older(), await older('20')]).toEqual(['20', null]);
});

test('files that the owner of a link opens count as no opening, and the page says so', async () => {
  const { fileId } = await addDocument(ana.id);
  const other = await addDocument(ana.id, { category: 'otros', customTitle: 'Patente' });
  const single = await share({ documentKey: fileId, maxOpenings: 1 });
  const folder = await share({ documentKeys: [fileId, other.fileId], maxOpenings: 1 });
  for (const { shareUrl } of [single, folder]) {
    const token = shareUrl.split('/').at(-1);
    const own = { cookies: ana.cookies };
    expect(textOf(await (await visitShare(token, '', own)).text())).toContain(
      'Lo que abras tú no cuenta.',
    );
    await (await openShare(token, '?download=1', own)).arrayBuffer();
    const page = textOf(await (await visitShare(token)).text());
    expect(page).toContain('Este enlace se puede abrir una vez más.');
    expect(page).not.toContain('Lo que abras tú');
  }
  expect((await listed()).map(({ openings }: { openings: number }) => openings)).toEqual([0, 0]);
});

test('the form ticks usual documents but no identity card, and shows the password field without unfolding', async () => {
  const card = await addDocument(ana.id, { category: 'cedula_identidad' });
  const usual = await addDocument(ana.id, { category: 'certificado_f30' });
  for (let i = 0; i < 8; i++) await addDocument(ana.id, { category: 'contrato' });
  const page = await renderPage(SharePage, {});
  const boxOf = (id: string) => new RegExp(`<input[^>]*name="doc-${id}"[^>]*>`).exec(page)?.[0];
  expect(boxOf(usual.fileId)).toContain('checked');
  expect(boxOf(card.fileId)).not.toContain('checked');
  expect(textOf(page)).toContain('Ver el otro');
  expect(page.indexOf('name="password"')).toBeLessThan(page.indexOf('Más opciones'));
  expect(boxOf(card.fileId)).toBeDefined();
  const single = await renderPage(SharePage, {}, { doc: card.fileId });
  expect(single).toContain(`name="doc-${card.fileId}"`);
});

/** Each row has the boxes ticked beside that of all documents, and the documents shared by it. */
test.each<[boxes: string[], all: boolean, shared: string[]]>([
  [['f30'], true, ['balance', 'f30']],
  [['f30', 'balance'], true, ['balance', 'f30']],
  [['expired'], true, ['balance', 'expired', 'f30']],
  [[], true, ['balance', 'f30']],
  [['f30'], false, ['f30']],
  [['expired', 'balance'], false, ['balance', 'expired']],
])(
  'with %j ticked, and the box of all valid documents: %s, the link shares %j',
  async (boxes, all, shared) => {
    const valid = { expiresAt: world.now() + 90 * DAY };
    const luis = await makeUser({ email: 'luis@empresa.cl' });
    await addDocument(luis.id, { category: 'certificado_f30', ...valid });
    const put = {
      f30: await addDocument(ana.id, { category: 'certificado_f30', ...valid }),
      balance: await addDocument(ana.id, { category: 'balance_general', ...valid }),
      expired: await addDocument(ana.id, { category: 'contrato', expiresAt: world.now() - DAY }),
    };
    const names = Object.fromEntries(Object.entries(put).map(([name, { id }]) => [id, name]));
    const page = await renderPage(SharePage, {});
    const todos = /<input[^>]*name="todos"[^>]*value="([^"]+)"/.exec(page)?.[1] ?? '';
    const ticked = Object.entries(put).filter(([name]) => boxes.includes(name));
    const form = Object.fromEntries(ticked.map(([, { fileId }]) => [`doc-${fileId}`, 'si']));
    const fields = { ...form, ...(all && { todos }), expiresInHours: '72' };
    await postForm('/panel/documentos/compartir/crear', { form: fields, cookies: ana.cookies });
    const [link] = await listed();
    const documents: { id: string }[] = link.documents;
    expect(documents.map(({ id }) => names[id]).sort()).toEqual(shared);
  },
);

const AGAIN = 'Escribe la contraseña otra vez: no la guardamos.';

/** Posts the form and returns the page that a refusal leads back to. */
async function send(fields: Record<string, string>, { cookies } = ana) {
  const { fileId } = await addDocument(ana.id);
  const form = { [`doc-${fileId}`]: 'si', expiresInHours: '72', ...fields };
  const reply = await postForm('/panel/documentos/compartir/crear', { form, cookies });
  const way = new URL(reply.headers.get('location') ?? '', 'http://x');
  browseAs({ ...ana.cookies, ...cookiesOf(reply) });
  const query = Object.fromEntries(way.searchParams);
  return query.error ? renderPage(SharePage, {}, query) : null;
}

test('after a refusal the password must be typed again or given up explicitly before a link is made', async () => {
  const page = await send({ email1: 'malo@', password: 'dicho por telefono' });
  expect(page).toContain(AGAIN);
  expect(page).not.toContain('dicho por telefono');
  expect(page).toContain('name="exigida"');
  const forgotten = await send({ email1: 'ana@banco.cl', exigida: 'si', password: '' });
  expect(forgotten).toContain(AGAIN);
  expect(forgotten).toContain('name="exigida"');
  expect(await listed()).toEqual([]);
  expect(await send({ exigida: 'si', password: 'dicho por telefono' })).toBeNull();
  expect(await send({ exigida: 'si', password: '', sinClave: 'si' })).toBeNull();
  const newShare: { hasPassword: boolean }[] = await listed();
  expect(newShare.map(({ hasPassword }) => hasPassword).sort()).toEqual([false, true]);
});

test('a refusal for a missing session also asks to type the password again', async () => {
  const page = await send({ password: 'dicho por telefono' }, { ...ana, cookies: {} });
  expect(page).toContain(AGAIN);
});

test('a refusal shows all invalid fields at once', async () => {
  const page = await send({ email1: 'malo@', password: '1234', maxOpenings: 'dos' });
  for (const wrong of [
    'Revisa el correo',
    'Usa al menos 8 caracteres.',
    'Elige de 1 a 100 veces',
  ]) {
    expect(page).toContain(wrong);
  }
});

const rows = Array.from({ length: RECIPIENT_ROWS }, (_, n) => n + 1);
const wrongAt = (row: number) => [
  [`nombre${row}`, { [`nombre${row}`]: 'ana@banco.cl', [`email${row}`]: 'ana@banco.cl' }] as const,
  [`email${row}`, { [`nombre${row}`]: 'Ana', [`email${row}`]: 'ana@' }] as const,
];

test.each(rows.flatMap(wrongAt))(
  'an error in %s is shown beside that field only',
  async (name, fields) => {
    const good = { nombre1: 'Banco', email1: 'b@banco.cl', nombre3: 'Caja', email3: 'c@caja.cl' };
    const page = await send({ ...good, ...fields });
    expect(page?.match(/id="[^"]+-error"/g)).toEqual([`id="${name}-error"`]);
  },
);
