import { beforeEach, describe, expect, test } from 'vitest';
import CategoryPage from '#app/panel/documentos/[categoria]/page.tsx';
import NewGuaranteePage, { generateMetadata } from '#app/panel/garantias/nueva/page.tsx';
import { listVault } from '#lib/domain/documents/reads/documents.ts';
import type { CategoryKey } from '#lib/domain/documents/rules.ts';
import { readDocumentsWithin } from '#lib/domain/documents/writes/read-documents.ts';
import { groupAmount } from '#lib/platform/chile/amounts.ts';
import { formatDate } from '#lib/platform/chile/format.ts';
import { type Member, makeUser } from '#tests/support/accounts.ts';
import { cookiesOf } from '#tests/support/call.ts';
import { issuedFacts } from '#tests/support/issued.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { addDocument } from '#tests/support/shares.ts';
import { scannedPages } from '#tests/support/synthetic-documents/document.ts';
import { createDocument } from '#tests/support/synthetic-documents/reading-score.ts';
import { documentRows, uploadForm, uploadToVault } from '#tests/support/vault.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });

let ana: Member;
beforeEach(async () => {
  ana = await makeUser({ role: 'juridica', rut: '76.123.456-0', razonSocial: 'Andes SpA' });
  browseAs(ana.cookies);
});

const rowOf = async (id: string) => (await documentRows()).find((row) => row.id === id);
const page = (categoria: CategoryKey) =>
  renderPage(CategoryPage, { categoria }, { aviso: 'subido' });

/** Uploads a document to a category, and returns the next page once it was read. */
async function uploaded(category: CategoryKey, bytes: Buffer, fields: Record<string, string> = {}) {
  const { id } = await uploadToVault(ana.cookies, category, { bytes, name: 'a.pdf' }, fields);
  await waitFor(async () => {
    await readDocumentsWithin(await listVault(ana.id), 60_000);
    return (await rowOf(id))?.reading;
  });
  return { id, html: await page(category) };
}

async function answer(category: CategoryKey, form: Record<string, string>) {
  const path = `/panel/documentos/${category}/editar`;
  return (await postForm(path, { form, cookies: ana.cookies })).headers.get('location');
}

describe('the page after an upload', () => {
  test('says what was read, and stores the date only when the owner confirms it', async () => {
    const { bytes, issuedAt = '', rut = '' } = await createDocument('certificado_deuda_tgr');
    const { id, html } = await uploaded('certificado_deuda_tgr', bytes);
    expect(html).toContain('Leímos que es del ');
    expect(html).toContain(formatDate(issuedAt));
    expect(textOf(html)).toContain('que no es el tuyo.');
    const before = await rowOf(id);
    expect(before).toMatchObject({ issuedAt: null, countedFrom: 'read' });
    expect(before?.reading?.rut).toBe(rut);
    expect(JSON.stringify(before?.reading).length).toBeLessThan(300);

    expect(await answer('certificado_deuda_tgr', { id, issuedAt })).toContain('?aviso=editado');
    const reading = { text: true, settled: true, rut };
    const after = { issuedAt, countedFrom: 'issued', reading };
    expect(await rowOf(id)).toMatchObject(after);
    expect(await page('certificado_deuda_tgr')).not.toContain('Leímos');
  });

  test('asks no more once the reading is dismissed, and counts from the upload', async () => {
    const { bytes } = await createDocument('certificado_f30');
    const { id, html } = await uploaded('certificado_f30', bytes);
    expect(html).toContain('Leímos que es del ');
    expect(await answer('certificado_f30', { id })).toBe('/panel/documentos/certificado_f30?');
    expect(await rowOf(id)).toMatchObject({ issuedAt: null, countedFrom: 'uploaded' });
    expect(await page('certificado_f30')).not.toContain('Leímos');
  });

  test('does not mention the reading if a date was typed', async () => {
    const { bytes } = await createDocument('certificado_f30');
    const fields = { issuedAt: '2026-02-03' };
    const { id, html } = await uploaded('certificado_f30', bytes, fields);
    expect(html).not.toContain('Leímos que');
    expect(await rowOf(id)).toMatchObject({ issuedAt: '2026-02-03', countedFrom: 'issued' });
  });

  test('warns that the document looks like another kind, and keeps it', async () => {
    const { bytes } = await createDocument('carpeta_tributaria');
    const { id, html } = await uploaded('formulario_22', bytes);
    expect(html).toContain('Parece Carpeta tributaria electrónica.');
    expect(html).not.toContain('Leímos que');
    expect(await rowOf(id)).toMatchObject({ category: 'formulario_22', state: 'kept' });
  });

  test('says of a scan that it could not be read', async () => {
    const { html } = await uploaded('e_rut', await scannedPages());
    expect(html).toContain(
      '<p>No encontramos texto que leer: quizás es una foto o un escaneo.</p>',
    );
  });
});

describe('the form for an own guarantee', () => {
  const send = async (fields: Record<string, string>, bytes?: Buffer) => {
    const file = bytes ? { bytes, name: 'póliza.pdf' } : null;
    const body = uploadForm({ leer: 'si', ...fields }, file);
    const path = '/panel/garantias/nueva/guardar';
    const response = await postForm(path, { body, cookies: ana.cookies });
    browseAs({ ...ana.cookies, ...cookiesOf(response) });
    const query = { error: 'validation_failed' };
    const { title } = await generateMetadata({ searchParams: Promise.resolve(query) });
    return `<title>${title}</title>${await renderPage(NewGuaranteePage, {}, query)}`;
  };
  const typedIn = (html: string, name: string) =>
    new RegExp(`name="${name}"[^>]*? value="([^"]*)"`).exec(html)?.[1];
  // A machine under load may end the reading, so a repeated request gets the answer.
  const readOnce = (fields: Record<string, string>, bytes?: Buffer) =>
    waitFor(async () => {
      const html = await send(fields, bytes);
      return html.includes('Completamos lo que leímos') ? html : null;
    });

  test('is filled in from its file, except for fields that were typed', async () => {
    const { bytes, guarantee } = await createDocument('poliza', 2);
    const html = await readOnce({ issuerNumber: 'MÍO-1', currency: 'pesos' }, bytes);
    expect(typedIn(html, 'issuerName')).toBe(guarantee?.issuerName);
    expect(typedIn(html, 'issuerNumber')).toBe('MÍO-1');
    expect(typedIn(html, 'amount')).toBe(groupAmount(guarantee?.amount ?? ''));
    expect(html).toMatch(
      new RegExp(
        `value="${guarantee?.currency}"[^>]* checked|checked[^>]* value="${guarantee?.currency}"`,
      ),
    );
    expect(typedIn(html, 'validTo')).toBe(formatDate(guarantee?.validTo ?? ''));
    expect(html).toContain('Ya recibimos el archivo');
    expect(html).toContain(`El documento dice ${guarantee?.issuerNumber}.`);
  });

  test('is filled in from a document of the own vault, and refuses one of another account', async () => {
    const { bytes, guarantee } = await createDocument('boleta', 2);
    const mine = await addDocument(ana.id, { category: 'poliza_garantia', bytes });
    const html = await readOnce({ documentId: mine.id });
    expect(typedIn(html, 'issuerName')).toBe(guarantee?.issuerName);
    const eva = await makeUser({ email: 'eva@otra.cl' });
    const hers = await addDocument(eva.id, { category: 'poliza_garantia', bytes });
    expect(html).toContain('<title>Agregar una garantía</title>');
    expect(await send({ documentId: hers.id })).toContain(
      'Elige el documento de la garantía para leerlo.',
    );
    const both = await send({ documentId: mine.id }, bytes);
    expect(both).toContain('Elige uno solo');
    expect(both).toContain('<title>Error: Agregar una garantía</title>');
  });

  test('says when a file could not be read, and keeps what was typed', async () => {
    const html = await send({ ...issuedFacts, issuerNumber: 'N-9' }, await scannedPages());
    expect(html).toContain('No pudimos leer el documento. Leemos PDF con texto');
    expect(typedIn(html, 'issuerNumber')).toBe('N-9');
  });
});
