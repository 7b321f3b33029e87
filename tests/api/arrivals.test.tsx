import { beforeEach, describe, expect, test } from 'vitest';
import OrderPage from '#app/panel/documentos/ordenar/page.tsx';
import VaultPage from '#app/panel/documentos/page.tsx';
import { listUncategorizedDocuments } from '#lib/domain/documents/reads/documents.ts';
import { sweepDocuments } from '#lib/domain/documents/sweep.ts';
import { endOfDay } from '#lib/platform/chile/calendar.ts';
import { formatRut } from '#lib/platform/chile/rut.ts';
import { now } from '#lib/platform/process/clock.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { type Member, makeUser } from '#tests/support/accounts.ts';
import { cookiesOf } from '#tests/support/call.ts';
import { insertDocument } from '#tests/support/document-rows.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { samples } from '#tests/support/sample-files.ts';
import { addDocument } from '#tests/support/shares.ts';
import { scannedPages } from '#tests/support/synthetic-documents/document.ts';
import { createDocument } from '#tests/support/synthetic-documents/reading-score.ts';
import { unsortedForm, uploadUnsorted, waitForReads } from '#tests/support/unsorted-uploads.ts';
import { documentRows } from '#tests/support/vault.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });

let ana: Member;
beforeEach(async () => {
  ana = await makeUser({ role: 'juridica', rut: '76.123.456-0', razonSocial: 'Andes SpA' });
  browseAs(ana.cookies);
});

const pdf = (name = 'a.pdf') => ({ bytes: samples.pdf, name });
const bytesOf = async (kind: string, name: string) => ({ ...(await createDocument(kind)), name });
const rowOf = async (id: string) => (await documentRows()).find((row) => row.id === id);
const chosen = (html: string, id: string, field: string) =>
  new RegExp(`name="doc\\.${id}\\.${field}"[^>]*?value="([^"]*)"`).exec(html)?.[1];
const category = (html: string, id: string) =>
  new RegExp(`name="doc\\.${id}\\.category".*?<option value="(\\w*)"[^>]* selected`, 's').exec(
    html,
  )?.[1];

type Typed = Record<
  string,
  { category: string; issuedAt?: string; expiresAt?: string; undatedAs?: string; own?: string }
>;
async function place(typed: Typed, who = ana) {
  const fields = Object.entries(typed).flatMap(([id, values]) =>
    Object.entries(values).map(([field, value]) => [`doc.${id}.${field}`, value]),
  );
  const response = await postForm('/panel/documentos/ordenar/guardar', {
    form: Object.fromEntries(fields),
    cookies: who.cookies,
  });
  browseAs({ ...who.cookies, ...cookiesOf(response) });
  return response.headers.get('location') ?? '';
}

describe('uploaded files without a category', () => {
  test('are listed on a page that asks for the date that each category needs and says what happens without it', async () => {
    await uploadUnsorted(ana.cookies, [pdf()]);
    const html = await renderPage(OrderPage, {});
    const text = textOf(html);
    expect(text).not.toContain('(opcional)');
    const kindOf = (key: string) =>
      new RegExp(`<option value="${key}" data-dates="(\\w+)"`).exec(html)?.[1];
    expect(kindOf('certificado_f30')).toBe('issue');
    expect(kindOf('cedula_identidad')).toBe('printed');
    expect(kindOf('poliza_garantia')).toBe('entered');
    expect(kindOf('e_rut')).toBe('none');
    expect(text).toContain('Sin ella, desde el día en que lo subiste.');
    expect(text).toContain('Sin ella no podemos avisarte antes de que venza.');
  });

  test('are listed there with what was read of them, and are not shown in the vault', async () => {
    const tax = await bytesOf('carpeta_tributaria', 'uno.pdf');
    const files = [tax, { bytes: await scannedPages(), name: 'f29 octubre.pdf' }, pdf('dos.pdf')];
    const [first = '', second = '', third = ''] = await uploadUnsorted(ana.cookies, files);
    await waitForReads(ana.id);
    const html = await renderPage(OrderPage, {});
    expect(html).toContain('Leímos: Carpeta tributaria electrónica, del ');
    expect(category(html, first)).toBe('otros');
    expect(chosen(html, first, 'issuedAt')).toBe(tax.issuedAt);
    expect(html).toContain(
      'No encontramos texto que leer: quizás es una foto o un escaneo. Por su nombre',
    );
    expect(category(html, second)).toBe('formulario_29');
    expect(category(html, third) ?? '').toBe('');
    expect(textOf(html)).toContain(
      `Este documento es del RUT ${formatRut(tax.rut ?? '')}, no de tu empresa. Va aparte`,
    );
    const vault = await renderPage(VaultPage, {});
    expect(vault).toContain('Subiste 3 archivos y falta confirmarlos.');
    expect(vault).not.toContain('uno.pdf');
    // The reading changed nothing.
    expect(await rowOf(first)).toMatchObject({
      category: 'por_ordenar',
      issuedAt: null,
      expiresAt: null,
    });
  });

  test('can be opened before they are sorted, and one of them may stay unsorted', async () => {
    const [one = '', two = ''] = await uploadUnsorted(ana.cookies, [pdf(), pdf('b.pdf')]);
    await waitForReads(ana.id);
    const fileId = (await rowOf(two))?.fileId;
    const download = `/api/documents/download?key=${fileId}&inline=1`;
    expect(await renderPage(OrderPage, {})).toContain(download);
    const to = await place({ [one]: { category: 'otros' }, [two]: { category: '' } });
    expect(to).toBe('/panel/documentos?aviso=subido&n=1');
    expect(await rowOf(two)).toMatchObject({ category: 'por_ordenar' });
    expect(await place({ [two]: { category: '' } })).toContain('error=validation_failed');
  });

  test('get the category and dates that their owner enters, or are discarded', async () => {
    const tax = await bytesOf('carpeta_tributaria', 'uno.pdf');
    const files = [tax, pdf(), pdf('b.pdf')];
    const [one = '', two = '', three = ''] = await uploadUnsorted(ana.cookies, files);
    await waitForReads(ana.id);
    const to = await place({
      [one]: { category: 'carpeta_tributaria', issuedAt: '2026-01-02', expiresAt: '' },
      [two]: { category: 'otros' },
      [three]: { category: 'descartar' },
    });
    expect(to).toBe('/panel/documentos?aviso=subido&n=2');
    expect(await rowOf(one)).toMatchObject({
      category: 'carpeta_tributaria',
      issuedAt: '2026-01-02',
      countedFrom: 'issued',
      // The folder marks the paper by the RUT of somebody else.
      reading: { text: true, settled: true, rut: tax.rut },
    });
    expect(await rowOf(two)).toMatchObject({ category: 'otros', customTitle: 'a' });
    expect(await rowOf(three)).toBeUndefined();
    expect(await listUncategorizedDocuments(ana.id)).toEqual([]);
    // A second press changes nothing.
    expect(await place({ [one]: { category: 'e_rut' } })).toBe(
      '/panel/documentos?aviso=descartado',
    );
    expect(await rowOf(one)).toMatchObject({ category: 'carpeta_tributaria' });
  });

  test('replace the document of a category that holds only one, and this can be undone', async () => {
    const old = await addDocument(ana.id, { category: 'e_rut', fileName: 'viejo.pdf' });
    const [one = ''] = await uploadUnsorted(ana.cookies, [pdf()]);
    await place({ [one]: { category: 'e_rut' } });
    expect(await rowOf(old.id)).toMatchObject({ state: 'former', formerOf: one });
    const done = await renderPage(VaultPage, {}, { aviso: 'subido', n: '1' });
    expect(done).toMatch(new RegExp(`name="documentId" value="${old.id}".*Deshacer`, 's'));
    expect(await rowOf(one)).toMatchObject({ category: 'e_rut', replaced: 'viejo.pdf' });
  });

  test('without a date ask for confirmation before they replace a document that has a date', async () => {
    const dated = { category: 'carpeta_tributaria', fileName: 'viejo.pdf' } as const;
    const end = { expiresAt: endOfDay('2027-01-12'), countedFrom: 'typed' } as const;
    const old = await insertDocument(ana.id, { ...dated, ...end });
    const [one = ''] = await uploadUnsorted(ana.cookies, [pdf()]);
    const undated = { category: 'carpeta_tributaria', issuedAt: '' };
    expect(await place({ [one]: undated })).toContain('error=validation_failed');
    expect(await rowOf(old)).toMatchObject({ state: 'kept' });
    const html = await renderPage(OrderPage, {}, { error: 'validation_failed' });
    expect(html).toContain('Reemplaza a viejo.pdf, que vence el 12-01-2027. Di de cuándo es este');
    expect(chosen(html, one, 'undatedAs')).toBe('carpeta_tributaria');
    await place({ [one]: { ...undated, undatedAs: 'carpeta_tributaria' } });
    expect(await rowOf(old)).toMatchObject({ state: 'former', formerOf: one });
  });

  test('with a date, or in place of a document without one, replace it without a question', async () => {
    const category = 'carpeta_tributaria';
    const old = await insertDocument(ana.id, { category, countedFrom: 'uploaded' });
    const [one = '', two = ''] = await uploadUnsorted(ana.cookies, [pdf(), pdf('b.pdf')]);
    await place({ [one]: { category, issuedAt: '' } });
    expect(await rowOf(old)).toMatchObject({ formerOf: one });
    await place({ [two]: { category, issuedAt: '2026-11-01' } });
    expect(await rowOf(one)).toMatchObject({ formerOf: two });
  });

  test.each([
    [{ category: 'certificado_antecedentes' }, 'no corresponde a tu tipo de cuenta'],
    [{ category: 'contrato', issuedAt: '2099-01-01' }, 'Esa fecha todavía no llega'],
  ])(
    'with the values %j are refused at that field, and all typed values come back',
    async (typed, words) => {
      const files = [await bytesOf('carpeta_tributaria', 'uno.pdf'), pdf('b.pdf')];
      const [one = '', two = ''] = await uploadUnsorted(ana.cookies, files);
      await waitForReads(ana.id);
      const to = await place({
        [one]: { category: 'e_rut', issuedAt: '2026-02-03' },
        [two]: typed,
      });
      expect(to).toBe('/panel/documentos/ordenar?error=validation_failed');
      const html = await renderPage(OrderPage, {}, { error: 'validation_failed' });
      expect(html).toContain(words);
      expect(category(html, one)).toBe('e_rut');
      expect(chosen(html, one, 'issuedAt')).toBe('2026-02-03');
      const [wrong] = Object.keys(typed).slice(-1);
      expect(html.match(/id="doc-[^"]+-error"/g)).toEqual([`id="doc-${two}-${wrong}-error"`]);
      expect(await listUncategorizedDocuments(ana.id)).toHaveLength(2);
    },
  );

  test('two files of a category that holds only one: the second is not preselected, and sorting both is refused', async () => {
    const files = [pdf('e-rut.pdf'), pdf('e-rut 2.pdf')];
    const [one = '', two = ''] = await uploadUnsorted(ana.cookies, files);
    await waitForReads(ana.id);
    const html = await renderPage(OrderPage, {});
    expect([category(html, one), category(html, two) ?? '']).toEqual(['e_rut', '']);
    await place({ [one]: { category: 'e_rut' }, [two]: { category: 'e_rut' } });
    expect(await listUncategorizedDocuments(ana.id)).toHaveLength(2);
  });

  test('cannot be sorted by another account', async () => {
    const [one = ''] = await uploadUnsorted(ana.cookies, [pdf()]);
    const eva = await makeUser({ email: 'eva@otra.cl' });
    await place({ [one]: { category: 'contrato' } }, eva);
    expect(await rowOf(one)).toMatchObject({ category: 'por_ordenar', accountId: ana.id });
  });

  test('are deleted after a day, while sorted documents stay', async () => {
    const keptDocument = await addDocument(ana.id, { category: 'contrato' });
    const [one = ''] = await uploadUnsorted(ana.cookies, [pdf()]);
    await sweepDocuments(now() + DAY - 1);
    expect(await rowOf(one)).toBeDefined();
    await sweepDocuments(now() + DAY + 1);
    expect(await rowOf(one)).toBeUndefined();
    expect(await rowOf(keptDocument.id)).toBeDefined();
  });

  test('are stored once although the same form is sent four times, three of them at once', async () => {
    const send = () => uploadUnsorted(ana.cookies, [pdf()], 'la-misma-marca');
    const [first, second, third] = await Promise.all([send(), send(), send()]);
    expect(new Set([first?.[0], second?.[0], third?.[0]]).size).toBe(1);
    expect(await send()).toEqual(first);
    expect(await listUncategorizedDocuments(ana.id)).toHaveLength(1);
  });

  test('one invalid file is named in the error, and the other file is stored', async () => {
    const bad = { bytes: Buffer.from('hola'), name: 'roto.pdf' };
    const body = unsortedForm([pdf('bien.pdf'), bad]);
    const response = await postForm('/panel/documentos/subir', { body, cookies: ana.cookies });
    expect(response.headers.get('location')).toBe('/panel/documentos?error=invalid_file');
    browseAs({ ...ana.cookies, ...cookiesOf(response) });
    const html = await renderPage(VaultPage, {}, { error: 'invalid_file' });
    expect(html).toContain('roto.pdf: El archivo no es un PDF');
    expect((await listUncategorizedDocuments(ana.id)).map(({ fileName }) => fileName)).toEqual([
      'bien.pdf',
    ]);
  });
});
