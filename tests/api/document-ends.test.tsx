import { beforeEach, describe, expect, test } from 'vitest';
import CategoryPage from '#app/panel/documentos/[categoria]/page.tsx';
import VaultPage from '#app/panel/documentos/page.tsx';
import PanelPage from '#app/panel/page.tsx';
import { countUrgentDocuments } from '#lib/domain/alerts/reads.ts';
import type { CategoryKey } from '#lib/domain/documents/rules.ts';
import { addDays, endOfDay } from '#lib/platform/chile/calendar.ts';
import { formatDate, isoDay } from '#lib/platform/chile/format.ts';
import { now } from '#lib/platform/process/clock.ts';
import { type Member, makeUser } from '#tests/support/accounts.ts';
import { api } from '#tests/support/call.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { pdfOf, textDocument } from '#tests/support/synthetic-documents/document.ts';
import { syntheticWorld } from '#tests/support/synthetic-documents/world.ts';
import { documentRows, uploadToVault } from '#tests/support/vault.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });

let ana: Member;
beforeEach(async () => {
  ana = await makeUser({ role: 'juridica', rut: '76.123.456-0', razonSocial: 'Andes SpA' });
  browseAs(ana.cookies);
});

const inDays = (days: number) => addDays(isoDay(now()), days);
const category = 'certificado_deuda_tgr';
const page = async (key: CategoryKey = category) =>
  textOf(await renderPage(CategoryPage, { categoria: key }));
const rowOf = async (id: string) => (await documentRows()).find((row) => row.id === id);

/** Uploads a Treasury certificate that ends on this day, with these fields, and reads it. */
async function certificate(
  end: string,
  fields: Record<string, string> = {},
  words = 'Válido hasta el',
) {
  const lines = `TESORERÍA GENERAL DE LA REPÚBLICA
    # CERTIFICADO DE DEUDA
    RUT: > 76.123.456-0
    ${words} ${formatDate(end)}`;
  const bytes = await pdfOf(textDocument(syntheticWorld(1), {}, lines));
  const { id } = await uploadToVault(ana.cookies, category, { bytes, name: 'tgr.pdf' }, fields);
  await expect
    .poll(
      async () => {
        await page();
        return (await rowOf(id))?.reading;
      },
      { timeout: 60_000 },
    )
    .toBeTruthy();
  return id;
}

describe('an expiry that is printed in a certificate', () => {
  test('replaces the counted one before anybody confirms it', async () => {
    const id = await certificate(inDays(-200));
    expect(await rowOf(id)).toMatchObject({
      expiresAt: endOfDay(inDays(-200)),
      countedFrom: 'printed',
    });
    const text = await page();
    expect(text).toContain(
      `Venció hace 7 meses, el ${formatDate(inDays(-200))}, según el documento.`,
    );
    expect(text).toContain('Vencido');
    expect(text).not.toContain('Vigente');
  });

  test.each(['Caduca el', 'Su validez expira el', 'VÁLIDO\n    HASTA:'])(
    'is read after the words %j too',
    async (words) => {
      const id = await certificate(
        inDays(-3),
        {},
        `Emitido el ${formatDate(inDays(-8))}\n    ${words}`,
      );
      expect(await rowOf(id)).toMatchObject({ countedFrom: 'printed' });
      const text = await page();
      expect(text).toContain('Vencido');
      expect(text).not.toContain('Vigente');
    },
  );

  test.each([
    'Este documento tiene una validez de 3 (tres) días',
    'Su vigencia será de tres semanas o 1 mes',
    'Uso permitido hasta fines de 2027',
  ])('is not guessed when the text is unclear: %s', async (words) => {
    const [issued, end] = [inDays(-8), inDays(-30)];
    const id = await certificate(
      end,
      {},
      `Emitido el ${formatDate(issued)}\n    ${words}\n    Del`,
    );
    const text = await page();
    expect(text).not.toContain('Vigente');
    if (words.includes('(tres)')) return expect(text).toContain('Vencido');
    expect(text).not.toContain('Sí, usar');
    expect(text).toContain(
      `Leímos que es del ${formatDate(issued)}, pero dice hasta cuándo vale y no tenemos esa fecha. Escribe tú cuándo vence.`,
    );
    for (const shown of [text, textOf(await renderPage(VaultPage, {}))]) {
      expect(shown).toContain('No sabemos hasta cuándo vale.');
      expect(shown).not.toContain('estimado');
    }
    expect(text).toContain('Falta su fecha');
    expect(text).toContain('Dinos cuándo vence');
    const form = { id, expiresAt: inDays(2) };
    await postForm(`/panel/documentos/${category}/editar`, { form, cookies: ana.cookies });
    expect(await page()).not.toContain('no tenemos esa fecha');
  });

  test('stays unknown until the owner types it or says that there is none', async () => {
    const words = `Emitido el ${formatDate(inDays(-8))}\n    Su vigencia será de tres semanas o 1 mes\n    Del`;
    const id = await certificate(inDays(-30), { issuedAt: inDays(-8) }, words);
    const edit = (form: Record<string, string>) =>
      postForm(`/panel/documentos/${category}/editar`, {
        form: { id, ...form },
        cookies: ana.cookies,
      });
    const statuses = async () => {
      const pages = [await page(), textOf(await renderPage(VaultPage, {}))];
      for (const text of pages) expect(text).toContain('No sabemos hasta cuándo vale.');
      for (const text of pages) expect(text).not.toMatch(/\bVigente\b/);
      expect(textOf(await renderPage(PanelPage, {}))).toContain('no tenemos esa fecha');
      expect(await countUrgentDocuments(ana.id, now())).toBe(1);
    };
    await statuses();
    await edit({ issuedAt: inDays(-7), expiresAt: '' });
    expect(await rowOf(id)).toMatchObject({ issuedAt: inDays(-7), expiresAt: null });
    await statuses();
    expect(await page()).toContain('No dice hasta cuándo');
    await edit({ endless: 'true' });
    expect(await rowOf(id)).toMatchObject({ countedFrom: 'issued' });
    expect(await page()).toContain('Vigente');
  });

  test('that is unclear keeps the day of issue that was read, for an owner who says there is none', async () => {
    const issued = inDays(-8);
    const words = `Emitido el ${formatDate(issued)}\n    Su vigencia será de tres semanas o 1 mes\n    Del`;
    await certificate(inDays(-30), {}, words);
    const html = await renderPage(CategoryPage, { categoria: category });
    expect(html).toContain(`<input type="hidden" name="issuedAt" value="${issued}"/>`);
  });

  test('also replaces one that is counted from a typed day of issue', async () => {
    const id = await certificate(inDays(3), { issuedAt: inDays(-1) });
    expect(await rowOf(id)).toMatchObject({ countedFrom: 'printed', issuedAt: inDays(-1) });
    expect(await page()).toContain('Por vencer');
  });

  test('does not replace a typed one, and is dropped when the owner empties it', async () => {
    const typed = await certificate(inDays(3), { expiresAt: inDays(20) });
    expect(await rowOf(typed)).toMatchObject({ countedFrom: 'typed' });
    const id = await certificate(inDays(-30));
    const form = { id, expiresAt: '' };
    await postForm(`/panel/documentos/${category}/editar`, { form, cookies: ana.cookies });
    expect(await rowOf(id)).toMatchObject({ countedFrom: 'unread', expiresAt: null });
    await postForm(`/panel/documentos/${category}/editar`, {
      form: { id, issuedAt: inDays(-1), expiresAt: inDays(5) },
      cookies: ana.cookies,
    });
    expect(await rowOf(id)).toMatchObject({ countedFrom: 'typed' });
    await postForm(`/panel/documentos/${category}/editar`, { form, cookies: ana.cookies });
    expect(await rowOf(id)).toMatchObject({ countedFrom: 'unread', expiresAt: null });
  });
});

test('a day of issue that is typed while the document is read does not hide its printed expiry', async () => {
  const lines = `TESORERÍA GENERAL DE LA REPÚBLICA
    # CERTIFICADO DE DEUDA
    RUT: > 76.123.456-0
    Válido hasta el ${formatDate(inDays(-3))}`;
  const bytes = await pdfOf(textDocument(syntheticWorld(1), {}, lines));
  const { id } = await uploadToVault(ana.cookies, category, { bytes, name: 'tgr.pdf' });
  const form = { id, issuedAt: inDays(-8), expiresAt: '' };
  await postForm(`/panel/documentos/${category}/editar`, { form, cookies: ana.cookies });
  await expect.poll(() => page(), { timeout: 60_000 }).toContain('Venció hace 3 días');
  expect(await page()).not.toContain('Vigente');
});

describe('a document that is not recognised as one of its category', () => {
  const filed = async (key: CategoryKey, lines: string, fields: Record<string, string> = {}) => {
    const bytes = await pdfOf(textDocument(syntheticWorld(1), {}, lines));
    const named = key === 'otros' ? { customTitle: 'Patente', ...fields } : fields;
    const { id } = await uploadToVault(ana.cookies, key, { bytes, name: 'papel.pdf' }, named);
    await expect
      .poll(async () => (await page(key)) && (await rowOf(id))?.reading, { timeout: 60_000 })
      .toBeTruthy();
    return id;
  };
  const f30 = 'DIRECCIÓN DEL TRABAJO\n# CERTIFICADO DE CUMPLIMIENTO DE OBLIGACIONES LABORALES';

  test.each<[CategoryKey, string, string]>([
    [
      'certificado_deuda_tgr',
      'Certificado de deuda TGR\nEmitido el 01 de septiembre de 2026\nVálido hasta el 15 de octubre de 2026',
      '2026-10-15',
    ],
    ['informe_comercial', 'Vigente hasta: 10-12-2026', '2026-12-10'],
    ['informe_comercial', 'Resumen de la empresa. Válido hasta el 10/12/2026', '2026-12-10'],
    [
      'carpeta_tributaria',
      'Emitido el 30 de noviembre de 2026. Válido hasta el 15 de diciembre de 2026',
      '2026-12-15',
    ],
    [
      'informe_comercial',
      'BOLETÍN DE INFORMES\nVálido hasta las 23:59 hrs. del 20 NOV 2026',
      '2026-11-20',
    ],
    [
      'informe_comercial',
      'TESORERÍA GENERAL DE LA REPÚBLICA\n# FORMULARIO N° 30\n# CERTIFICADO DE DEUDA\nVálido hasta el 20-11-2026',
      '2026-11-20',
    ],
    ['certificado_f30', `${f30}\nEmitido el 10-11-2026\nVálido hasta el 10-12-2026`, '2026-12-10'],
    ['otros', 'PATENTE COMERCIAL\nEsta es válida y vigente hasta el 18-11-2026', '2026-11-18'],
  ])('has the expiry that it prints: %s, %s', async (key, lines, end) => {
    const id = await filed(key, lines, key === 'otros' ? {} : { issuedAt: '2026-11-01' });
    expect(await rowOf(id)).toMatchObject({ countedFrom: 'printed', expiresAt: endOfDay(end) });
    expect(await page(key)).not.toContain('no tenemos esa fecha');
    const folder = await api('/api/documents/folder', { cookies: ana.cookies });
    expect(folder.status).toBe(endOfDay(end) < now() ? 404 : 200);
  });

  test.each<[CategoryKey, string, string | null]>([
    ['informe_comercial', 'Resumen. Su vigencia será de tres semanas o 1 mes', 'unread'],
    [
      'informe_comercial',
      'Emitido el 01-11-2026. Mantiene un certificado digital válido hasta el 31-12-2028',
      'unread',
    ],
    ['otros', 'Memoria anual. Su vigencia será de tres semanas o 1 mes', null],
    ['contrato', 'Acuerdo de las partes. Válido hasta el 10-12-2026', null],
  ])('gets no expiry when the text is unclear: %s, %s', async (key, lines, countedFrom) => {
    const id = await filed(key, lines);
    expect(await rowOf(id)).toMatchObject({ countedFrom, expiresAt: null });
  });
});
