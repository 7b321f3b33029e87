import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import CategoryPage from '#app/panel/documentos/[categoria]/page.tsx';
import VaultPage from '#app/panel/documentos/page.tsx';
import { expiryCalendar } from '#lib/domain/alerts/calendar.ts';
import { listDatedDocuments } from '#lib/domain/alerts/reads.ts';
import { listVault } from '#lib/domain/documents/reads/documents.ts';
import { addDays } from '#lib/platform/chile/calendar.ts';
import { formatDate, isoDay } from '#lib/platform/chile/format.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { migrateDatabase } from '#lib/platform/db/migrate.ts';
import { type Member, makeUser } from '#tests/support/accounts.ts';
import { cookiesOf } from '#tests/support/call.ts';
import { openDatabaseBefore } from '#tests/support/migrations.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { shareToken, visitShare } from '#tests/support/shares.ts';
import {
  patchDocument,
  postUpload,
  refusalStatusAndCode,
  uploadForm,
  uploadToVault,
} from '#tests/support/vault.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest();
/** Every world starts on this day. */
const inDays = (days: number) => addDays('2026-11-20', days);
const endOf = ({ expiresAt }: { expiresAt: string | null }) =>
  expiresAt && isoDay(Date.parse(expiresAt));

let ana: Member;
beforeEach(async () => {
  ana = await makeUser({ email: 'ana@andes.cl', role: 'juridica', razonSocial: 'Andes SpA' });
  browseAs(ana.cookies);
});

const take = (category: string, fields: Record<string, string>) =>
  uploadToVault(ana.cookies, category, undefined, fields);
const patched = async (id: string, json: object) =>
  (await (await patchDocument(ana.cookies, id, json)).json()).data;

describe('the lifetime of a document', () => {
  test.each([
    ['carpeta_tributaria', { issuedAt: inDays(-80) }, 10, 'issued'],
    ['certificado_f30', { issuedAt: inDays(-40) }, -10, 'issued'],
    ['certificado_f30', { issuedToday: 'true' }, 30, 'issued'],
    ['certificado_f30', { issuedToday: 'true', issuedAt: inDays(-2) }, 28, 'issued'],
    ['certificado_f30', { issuedAt: inDays(-40), expiresAt: inDays(3) }, 3, 'typed'],
    ['certificado_f30', { issuedAt: '' }, 30, 'uploaded'],
    ['certificado_f30', { expiresAt: inDays(-19) }, -19, 'typed'],
    ['poliza_garantia', { expiresAt: inDays(230) }, 230, 'typed'],
  ])(
    'of %s with the dates %j ends in %i days, counted as %s',
    async (category, fields, days, countedFrom) => {
      const created = await take(category, fields);
      expect(endOf(created)).toBe(inDays(days));
      expect(created.countedFrom).toBe(countedFrom);
    },
  );

  test('is none for a category without an expiry, and its date is stored', async () => {
    const issuedAt = '1987-05-04';
    const created = await take('escritura_constitucion', { issuedAt });
    expect(created).toMatchObject({ issuedAt, expiresAt: null, countedFrom: null });
    expect((await take('poliza_garantia', { expiresAt: '' })).expiresAt).toBeNull();
  });

  test.each([
    [{ issuedAt: inDays(1) }, { issuedAt: 'Esa fecha todavía no llega. Revísala.' }],
    [{ issuedAt: '0026-11-03' }, { issuedAt: 'Revisa el año.' }],
    [
      { issuedAt: inDays(-3), expiresAt: inDays(-4) },
      { expiresAt: 'Vence antes de la fecha que trae. Revisa las dos.' },
    ],
  ])('is refused for %j, at the upload and at a change', async (dates, fields) => {
    const { id } = await take('certificado_f30', {});
    const form = uploadForm({ category: 'certificado_f30', ...dates } as Record<string, string>);
    expect(await refusalStatusAndCode(postUpload(ana.cookies, form))).toMatchObject({
      status: 400,
      fields,
    });
    expect(await refusalStatusAndCode(patchDocument(ana.cookies, id, dates))).toMatchObject({
      status: 400,
      fields,
    });
  });
});

describe('changing the dates of a document', () => {
  test('counts its expiry again from what was named, and keeps the rest', async () => {
    const { id } = await take('certificado_f30', {});
    const dated = await patched(id, { issuedAt: inDays(-10) });
    expect([endOf(dated), dated.fileName]).toEqual([inDays(20), 'Certificado.pdf']);
    const named = await patched(id, { customTitle: 'F30' });
    expect(named).toMatchObject({ ...dated, fileName: 'F30.pdf' });
    const typed = await patched(id, { expiresAt: inDays(5) });
    expect([endOf(typed), typed.issuedAt]).toEqual([inDays(5), inDays(-10)]);
    expect(endOf(await patched(id, { issuedAt: inDays(-12) }))).toBe(inDays(5));
    expect(endOf(await patched(id, { expiresAt: null }))).toBe(inDays(18));
    const emptied = await patched(id, { issuedAt: '' });
    expect([endOf(emptied), emptied.countedFrom]).toEqual([inDays(30), 'uploaded']);
    expect(await patched(id, { issuedToday: 'true' })).toMatchObject({ issuedAt: inDays(0) });
  });

  test('to one after the typed expiry is refused', async () => {
    const { id } = await take('contrato', { expiresAt: inDays(-2) });
    const fields = { expiresAt: 'Vence antes de la fecha que trae. Revisa las dos.' };
    expect(
      await refusalStatusAndCode(patchDocument(ana.cookies, id, { issuedAt: inDays(0) })),
    ).toMatchObject({
      fields,
    });
  });
});

describe('a document without a date of issue', () => {
  const FROM = 'estimado según el día en que lo subiste';
  const page = async (query = {}) =>
    textOf(await renderPage(CategoryPage, { categoria: 'certificado_f30' }, query));

  test('is marked as estimated for its owner in vault and calendar until its date is entered', async () => {
    const { id } = await take('certificado_f30', {});
    const calendar = async () =>
      expiryCalendar(await listDatedDocuments(ana.id), [])
        .replaceAll('\r\n ', '')
        .replaceAll('\\,', ',');
    expect(await page()).toContain(`Vence en 30 días, el ${formatDate(inDays(30))}, ${FROM}.`);
    expect(await page()).toContain('Dinos de cuándo es');
    expect(textOf(await renderPage(VaultPage, {}))).toContain(FROM);
    expect(await calendar()).toContain(`Es su último día de vigencia, ${FROM}.`);
    await patched(id, { issuedAt: inDays(-1) });
    expect(await page()).toContain(`Del ${formatDate(inDays(-1))}`);
    for (const text of [await page(), textOf(await renderPage(VaultPage, {})), await calendar()]) {
      expect(text).not.toContain('estimado');
    }
  });

  test('shows no expiry to the reader of a link, and the estimated one once its date is entered', async () => {
    const { id, fileId } = await take('certificado_f30', {});
    const other = await take('contrato', {});
    const link = await shareToken(ana, { documentKey: fileId });
    const folder = await shareToken(ana, { documentKeys: [fileId, other.fileId] });
    const read = async (token: string) => textOf(await (await visitShare(token)).text());
    const end = formatDate(inDays(30));
    for (const token of [link, folder]) {
      expect(await read(token)).not.toContain(end);
    }
    await patched(id, { issuedAt: inDays(-40) });
    const over = formatDate(inDays(-10));
    expect(await read(link)).toContain(`Fecha del documento ${formatDate(inDays(-40))}`);
    expect(await read(link)).toContain(`Estimamos que venció el ${over}`);
    expect(await read(folder)).toContain(`del ${formatDate(inDays(-40))}`);
    expect(await read(folder)).toContain(`Estimamos que venció el ${over}`);
    await patched(id, { expiresAt: inDays(20) });
    for (const token of [link, folder]) {
      expect(await read(token)).toContain(`Vigente hasta el ${formatDate(inDays(20))}`);
    }
  });
});

test('recipients read why an end is estimated, and no estimate for a document of a series', async () => {
  const f30 = await take('certificado_f30', { issuedAt: inDays(-1) });
  const balance = await take('balance_general', { issuedAt: inDays(-1) });
  const read = async (fileId: string) =>
    textOf(await (await visitShare(await shareToken(ana, { documentKey: fileId }))).text());
  expect(await read(f30.fileId)).toContain(`Vigencia estimada hasta el ${formatDate(inDays(29))}`);
  expect(await read(f30.fileId)).toContain('lo que suele valer uno de su tipo');
  expect(await read(balance.fileId)).not.toMatch(/estimada|suele valer/);
});

describe('the form of document dates', () => {
  test('asks for the date where a lifetime counts from it, and brings back what was typed', async () => {
    const html = await renderPage(CategoryPage, { categoria: 'certificado_f30' });
    expect(textOf(html)).toContain('¿De cuándo es? (opcional) Desde ahí contamos sus 30 días.');
    expect(html).toMatch(/name="issuedToday"[^>]*type="checkbox"|type="checkbox"[^>]*issuedToday/);
    expect(await renderPage(CategoryPage, { categoria: 'contrato' })).not.toContain('issuedToday');
    const { cookies } = ana;
    const body = uploadForm({ category: 'certificado_f30', issuedAt: inDays(2) });
    const response = await postForm('/panel/documentos/certificado_f30/subir', { body, cookies });
    browseAs({ ...cookies, ...cookiesOf(response) });
    const back = await renderPage(
      CategoryPage,
      { categoria: 'certificado_f30' },
      { error: 'validation_failed' },
    );
    expect(back).toContain(`value="${inDays(2)}"`);
    expect(textOf(back)).toContain('Esa fecha todavía no llega.');
  });

  test('of a stored document does not repeat a counted expiry, and saves the date of today by one checkbox', async () => {
    const { id } = await take('certificado_f30', { issuedAt: inDays(-9) });
    const place = { categoria: 'certificado_f30' };
    const html = await renderPage(CategoryPage, place, { editar: id });
    expect(html).toContain(`value="${inDays(-9)}"`);
    expect(html).not.toContain(`value="${inDays(21)}"`);
    const form = { id, customTitle: 'F30', issuedAt: '', issuedToday: 'true', expiresAt: '' };
    const { cookies } = ana;
    await postForm('/panel/documentos/certificado_f30/editar', { form, cookies });
    const [row] = await listVault(ana.id);
    expect(row).toMatchObject({ issuedAt: inDays(0), fileName: 'F30.pdf', countedFrom: 'issued' });
    expect(isoDay(row?.expiresAt ?? 0)).toBe(inDays(30));
  });
});

test('the migration tells expiries that were counted from the upload from those that were typed', async () => {
  const { dataDir } = getEnv();
  const old = await openDatabaseBefore('paper_dates', dataDir);
  const uploaded = Date.UTC(2026, 5, 1, 15);
  const add = (id: string, category: string, days: number | null) =>
    old.client.execute({
      sql: `insert into documents (id, file_id, account_id, category, file_name, content_type, size,
        object_key, state, uploaded_at, changed_at, expires_at) values (?, ?, 'a', ?, 'f', 'p', 1, ?, 'kept', ?, 0, ?)`,
      args: [id, id, category, id, uploaded, days && uploaded + (days + 0.4) * 86_400_000],
    });
  await add('a', 'certificado_f30', 30);
  await add('b', 'certificado_f30', 12);
  await add('c', 'cedula_identidad', 1826);
  await add('d', 'contrato', 30);
  await add('e', 'contrato', null);
  await migrateDatabase(old.client);
  const rows = await old.read.all(sql`select id, counted_from as f from documents order by id`);
  expect(rows).toEqual([
    { id: 'a', f: 'uploaded' },
    { id: 'b', f: 'typed' },
    { id: 'c', f: 'uploaded' },
    { id: 'd', f: 'typed' },
    { id: 'e', f: null },
  ]);
  old.client.close();
});
