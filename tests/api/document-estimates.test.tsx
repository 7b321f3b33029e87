import { buffer } from 'node:stream/consumers';
import PdfKit from 'pdfkit';
import { beforeEach, describe, expect, test } from 'vitest';
import CategoryPage from '#app/panel/documentos/[categoria]/page.tsx';
import { expiryCalendar } from '#lib/domain/alerts/calendar.ts';
import { listDatedDocuments } from '#lib/domain/alerts/reads.ts';
import { listVault } from '#lib/domain/documents/reads/documents.ts';
import type { CategoryKey } from '#lib/domain/documents/rules.ts';
import { readDocumentsWithin } from '#lib/domain/documents/writes/read-documents.ts';
import { addBusinessDays, addDays } from '#lib/platform/chile/calendar.ts';
import { formatDate, isoDay } from '#lib/platform/chile/format.ts';
import { type Member, makeUser } from '#tests/support/accounts.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { samples } from '#tests/support/sample-files.ts';
import { documentRows, patchDocument, uploadToVault } from '#tests/support/vault.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });

let ana: Member;
beforeEach(async () => {
  ana = await makeUser({ role: 'juridica', rut: '76.123.456-0', razonSocial: 'Andes SpA' });
  browseAs(ana.cookies);
});

const daysAgo = (days: number) => addDays(isoDay(world.now()), -days);
const rowOf = async (id: string) => (await documentRows()).find((row) => row.id === id);
const page = async (categoria: CategoryKey, query: Record<string, string> = {}) =>
  textOf(await renderPage(CategoryPage, { categoria }, query));

/** Makes a PDF of these lines by PDFKit. */
function printed(lines: readonly string[]): Promise<Buffer> {
  const document = new PdfKit({ compress: false });
  for (const line of lines) document.text(line);
  document.end();
  return buffer(document);
}

/** Uploads a PDF of these lines without typed dates, and waits until it was read. */
async function uploaded(category: CategoryKey, lines: readonly string[]) {
  const file = { bytes: await printed(lines), name: 'a.pdf' };
  const { id } = await uploadToVault(ana.cookies, category, file);
  await waitFor(async () => {
    await readDocumentsWithin(await listVault(ana.id), 60_000);
    return (await rowOf(id))?.reading;
  });
  return id;
}

const f301 = [
  'DIRECCIÓN DEL TRABAJO',
  'CERTIFICADO DE CUMPLIMIENTO DE OBLIGACIONES LABORALES Y PREVISIONALES F30-1',
  'Empleador: Constructora Andes SpA, RUT 76.123.456-0.',
];

describe('a certificate that prints only its day of issue', () => {
  const longDay = (day: string) =>
    new Date(`${day}T12:00:00Z`).toLocaleDateString('es-CL', {
      dateStyle: 'long',
      timeZone: 'UTC',
    });

  test.each([
    ['Fecha de emisión', (day: string) => `Fecha de emisión: ${formatDate(day)}`],
    ['a place', (day: string) => `Temuco, ${longDay(day)}`],
  ])('gets an estimated expiry from that day, which is read after %s', async (_, line) => {
    const [issuedAt, end] = [daysAgo(100), formatDate(daysAgo(70))];
    const id = await uploaded('certificado_f30_1', [...f301, line(issuedAt)]);
    expect(await rowOf(id)).toMatchObject({ issuedAt: null, countedFrom: 'read' });
    const html = await page('certificado_f30_1', { aviso: 'subido' });
    expect(html).toContain(`Venció hace 2 meses, el ${end}, estimado según la fecha que leímos.`);
    expect(html).toContain(`Leímos que es del ${formatDate(issuedAt)}.`);
    for (const other of ['el día en que lo subiste', 'Con esa fecha venció', 'Falta su fecha'])
      expect(html).not.toContain(other);
  });

  test('has that estimated expiry in the calendar too', async () => {
    await uploaded('certificado_f30_1', [...f301, `Fecha de emisión: ${formatDate(daysAgo(3))}`]);
    const calendar = expiryCalendar(await listDatedDocuments(ana.id), []).replaceAll('\r\n ', '');
    expect(calendar).toContain(`DTSTART;VALUE=DATE:${daysAgo(-27).replaceAll('-', '')}`);
    expect(calendar).toContain('estimado según la fecha que leímos');
  });

  test('keeps it when renamed, offers it in the edit form, and drops it when the field is emptied', async () => {
    const line = `Fecha de emisión: ${formatDate(daysAgo(3))}`;
    const id = await uploaded('certificado_f30_1', [...f301, line]);
    await patchDocument(ana.cookies, id, { customTitle: 'F30-1 de Temuco' });
    expect(await rowOf(id)).toMatchObject({ fileName: 'F30-1 de Temuco.pdf', countedFrom: 'read' });
    const form = await renderPage(CategoryPage, { categoria: 'certificado_f30_1' }, { editar: id });
    expect(form).toContain(`name="issuedAt" value="${daysAgo(3)}"`);
    expect(textOf(form)).toContain('Por su fecha, vale hasta el');
    const path = '/panel/documentos/certificado_f30_1/editar';
    await postForm(path, { form: { id }, cookies: ana.cookies });
    expect(await rowOf(id)).toMatchObject({ issuedAt: null, countedFrom: 'uploaded' });
    expect(await page('certificado_f30_1')).toContain('estimado según el día en que lo subiste');
  });
});

describe('a printed expiry', () => {
  test.each([
    ['Vence', 'Emitido', 'Vence:'],
    ['Válido hasta', 'Emitido el', 'Válido hasta:'],
    ['Caduca el', 'Fecha de emisión:', 'Caduca el'],
  ])('is read after %s, also when it is later than the usual lifetime', async (_, issue, label) => {
    const issuedAt = daysAgo(5);
    const last = addDays(addBusinessDays(issuedAt, 60), 3);
    const id = await uploaded('certificado_vigencia', [
      'REGISTRO DE EMPRESAS Y SOCIEDADES',
      'CERTIFICADO DE VIGENCIA',
      'Constructora Andes SpA',
      `${issue} ${formatDate(issuedAt)}`,
      `${label} ${formatDate(last).replaceAll('-', '/')}`,
    ]);
    expect(await rowOf(id)).toMatchObject({ countedFrom: 'printed' });
    expect(isoDay((await rowOf(id))?.expiresAt ?? 0)).toBe(last);
  });
});

describe('a file that is not recognised', () => {
  const NO_TEXT = 'No encontramos texto que leer';
  const UNKNOWN = 'Leímos el texto, pero no reconocimos qué documento es.';

  test('is not called a photo if it has any text', async () => {
    await uploaded('certificado_f30', ['Certificado de prueba. Emitido el 10-11-2026']);
    const text = await page('certificado_f30', { aviso: 'subido' });
    expect(text).toContain(UNKNOWN);
    expect(text).not.toContain(NO_TEXT);
  });

  test('a certificate of two lines is recognised', async () => {
    const lines = ['CERTIFICADO F30-1', `Emitido el ${formatDate(daysAgo(4))}`];
    const id = await uploaded('certificado_f30_1', lines);
    expect(await rowOf(id)).toMatchObject({ countedFrom: 'read' });
    expect(await page('certificado_f30_1', { aviso: 'subido' })).not.toContain(UNKNOWN);
  });

  test('is called a photo or scan if its only text is the mark of a scanner', async () => {
    await uploaded('certificado_f30', ['Escaneado con CamScanner']);
    expect(await page('certificado_f30', { aviso: 'subido' })).toContain(NO_TEXT);
  });

  test('is not called a photo if it is a Word file', async () => {
    const file = { bytes: samples.docx, name: 'a.docx' };
    await uploadToVault(ana.cookies, 'contrato', file);
    const text = await page('contrato', { aviso: 'subido' });
    expect(text).toContain('Solo leemos el texto de los PDF.');
    expect(text).not.toContain(NO_TEXT);
  });
});
