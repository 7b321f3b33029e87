import { beforeEach, describe, expect, test } from 'vitest';
import CategoryPage from '#app/panel/documentos/[categoria]/page.tsx';
import { announceAlerts } from '#lib/domain/alerts/writes.ts';
import { addDays } from '#lib/platform/chile/calendar.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { documentAlerts } from '#lib/platform/db/schema/alerts.ts';
import { type Member, makeUser } from '#tests/support/accounts.ts';
import { auditTrailOf } from '#tests/support/auth-calls.ts';
import { cookiesOf } from '#tests/support/call.ts';
import { browseAs, renderPage } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { addDocument } from '#tests/support/shares.ts';
import {
  documentRows,
  patchDocument,
  refusalStatusAndCode,
  uploadToVault,
} from '#tests/support/vault.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();

const inDays = (days: number) => addDays(isoDay(world.now()), days);

let ana: Member;
beforeEach(async () => {
  ana = await makeUser({ email: 'ana@andes.cl', role: 'juridica', razonSocial: 'Andes SpA' });
  browseAs(ana.cookies);
});

const send = ({ documentId, ...json }: { documentId: string; [field: string]: unknown }) =>
  patchDocument(ana.cookies, documentId, json);
const edited = async (json: Parameters<typeof send>[0]) => (await (await send(json)).json()).data;

describe('editing a stored document', () => {
  test('changes its name and expiry, keeps the extension, and is audited', async () => {
    const { id: documentId, fileId } = await uploadToVault(ana.cookies, 'poliza_garantia');
    const data = await edited({ documentId, customTitle: 'Póliza 4809', expiresAt: inDays(40) });
    expect(data).toMatchObject({ id: documentId, fileId, fileName: 'Póliza 4809.pdf' });
    expect(isoDay(Date.parse(data.expiresAt))).toBe(inDays(40));
    expect(await documentRows()).toMatchObject([{ fileName: 'Póliza 4809.pdf', state: 'kept' }]);
    expect((await auditTrailOf(ana.id)).at(-1)).toBe('document.edited');
  });

  test.each([
    ['a.PDF', 'a.pdf'],
    ['../../a.html', 'a.html.pdf'],
    ['F22 2026 / Boldos', 'F22 2026 - Boldos.pdf'],
    ['.pdf', 'archivo.pdf'],
    ['a\u202Efdp.exe', 'afdp.exe.pdf'],
    ['x'.repeat(120), `${'x'.repeat(116)}.pdf`],
  ])('to the name %j stores %j', async (name, fileName) => {
    const { id: documentId } = await uploadToVault(ana.cookies, 'contrato');
    expect(await edited({ documentId, customTitle: name })).toMatchObject({
      fileName,
      customTitle: null,
    });
  });

  test('of category “otros” changes its title, and keeps the file’s name', async () => {
    const { id: documentId } = await addDocument(ana.id, { category: 'otros', customTitle: 'A' });
    const data = await edited({ documentId, customTitle: 'Patente' });
    expect(data).toMatchObject({ customTitle: 'Patente', fileName: 'Carpeta tributaria.pdf' });
  });

  test('without an expiry counts its lifetime from the upload again', async () => {
    const requested = { expiresAt: inDays(5) };
    const { id: documentId } = await uploadToVault(
      ana.cookies,
      'certificado_f30',
      undefined,
      requested,
    );
    world.advance(86_400_000);
    const { expiresAt } = await edited({ documentId, customTitle: 'F30', expiresAt: '' });
    expect(isoDay(Date.parse(expiresAt))).toBe(inDays(29));
  });

  test('to another expiry lets it be announced again, and to another name does not', async () => {
    const requestOptions = { expiresAt: inDays(5) };
    const { id: documentId } = await uploadToVault(
      ana.cookies,
      'contrato',
      undefined,
      requestOptions,
    );
    await announceAlerts(world.now());
    const announced = () => getDb().read.$count(documentAlerts);
    const before = await announced();
    expect(before).toBeGreaterThan(0);
    await edited({ documentId, customTitle: 'Otro', ...requestOptions });
    expect(await announced()).toBe(before);
    await edited({ documentId, customTitle: 'Otro', expiresAt: inDays(6) });
    expect(await announced()).toBe(0);
  });
});

describe('an edit of a document is refused', () => {
  test.each([
    [{ customTitle: ' ' }, { customTitle: 'Escribe un nombre.' }],
    [{ customTitle: '\u202E' }, { customTitle: 'Escribe un nombre.' }],
    [
      { customTitle: 'a', expiresAt: '2026-02-30' },
      { expiresAt: expect.stringContaining('fecha real') },
    ],
    [{ customTitle: 'a', expiresAt: '0001-01-01' }, { expiresAt: 'Revisa el año de vencimiento.' }],
  ])('with %j', async (changes, fields) => {
    const { id: documentId } = await uploadToVault(ana.cookies, 'contrato');
    expect(await refusalStatusAndCode(send({ documentId, ...changes }))).toMatchObject({
      status: 400,
      fields,
    });
  });

  test('if it is another account’s, deleted or infected, with the same 404', async () => {
    const other = await addDocument((await makeUser({ email: 'b@andes.cl' })).id);
    const gone = [other];
    for (const state of ['deleted', 'removing', 'infected'] as const) {
      gone.push(await addDocument(ana.id, { state }));
    }
    for (const { id: documentId } of gone) {
      const { status, error } = await refusalStatusAndCode(
        send({ documentId, customTitle: 'Mío' }),
      );
      expect({ status, error }).toEqual({ status: 404, error: 'document_not_found' });
    }
    expect((await documentRows()).map(({ fileName }) => fileName)).not.toContain('Mío.pdf');
  });
});

describe('the edit form on the page of its category', () => {
  const page = (query: Record<string, string>) =>
    renderPage(CategoryPage, { categoria: 'contrato' }, query);

  test('replaces the upload form, begins with the present data and saves them', async () => {
    const { id } = await addDocument(ana.id, { category: 'contrato', fileName: 'c.pdf' });
    expect(await page({})).toContain(`href="/panel/documentos/contrato?editar=${id}#editar"`);
    const html = await page({ editar: id });
    expect(html).toMatch(
      /name="customTitle"[^>]*value="c.pdf"|value="c.pdf"[^>]*name="customTitle"/,
    );
    expect(html).not.toContain('type="file"');
    const form = { id, customTitle: 'Contrato 12', expiresAt: inDays(9) };
    const { cookies } = ana;
    const response = await postForm('/panel/documentos/contrato/editar', { form, cookies });
    expect(response.headers.get('location')).toBe(
      `/panel/documentos/contrato?aviso=editado&documento=${id}`,
    );
    const done = await page({ aviso: 'editado', documento: id });
    expect(done).toMatch(/Guardamos los cambios.*Contrato 12\.pdf/s);
    expect(done).not.toContain('Revisa su fecha');
    const past = { ...form, expiresAt: inDays(-22) };
    await postForm('/panel/documentos/contrato/editar', { form: past, cookies });
    expect(await page({ aviso: 'editado', documento: id })).toMatch(
      /Guardamos los cambios\. Revisa su fecha: venció el \d\d-\d\d-\d{4}\./,
    );
  });

  test('brings back what was typed when it is refused', async () => {
    const { id } = await addDocument(ana.id, { category: 'contrato', fileName: 'c.pdf' });
    const form = { id, customTitle: 'Contrato 12', expiresAt: '0001-01-01' };
    const { cookies } = ana;
    const response = await postForm('/panel/documentos/contrato/editar', { form, cookies });
    expect(response.headers.get('location')).toBe(
      '/panel/documentos/contrato?error=validation_failed',
    );
    browseAs({ ...cookies, ...cookiesOf(response) });
    const html = await page({ error: 'validation_failed' });
    expect(html).toContain('value="Contrato 12"');
    expect(html).toContain('Revisa el año de vencimiento.');
  });
});
