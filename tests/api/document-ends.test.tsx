import { beforeEach, describe, expect, test } from 'vitest';
import CategoryPage from '#app/panel/documentos/[categoria]/page.tsx';
import SharePage from '#app/panel/documentos/compartir/page.tsx';
import VaultPage from '#app/panel/documentos/page.tsx';
import PanelPage from '#app/panel/page.tsx';
import { countPressing } from '#lib/domain/alerts/reads.ts';
import type { CategoryKey } from '#lib/domain/documents/rules.ts';
import { addDays, endOfDay } from '#lib/platform/chile/calendar.ts';
import { formatDate, isoDay } from '#lib/platform/chile/format.ts';
import { now } from '#lib/platform/process/clock.ts';
import { type Member, makeMember } from '#tests/support/accounts.ts';
import { keepDocument, setDocument } from '#tests/support/kept-documents.ts';
import { askAs, show, textOf } from '#tests/support/page-request.ts';
import { paperOf, pdfOf } from '#tests/support/papers/paper.ts';
import { worldOf } from '#tests/support/papers/world.ts';
import { postForm } from '#tests/support/post-form.ts';
import { openPage, shareToken } from '#tests/support/shares.ts';
import { documentRows, upload } from '#tests/support/vault.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });

let ana: Member;
beforeEach(async () => {
  ana = await makeMember({ role: 'juridica', rut: '76.123.456-0', razonSocial: 'Andes SpA' });
  askAs(ana.cookies);
});

const inDays = (days: number) => addDays(isoDay(now()), days);
const category = 'certificado_deuda_tgr';
const page = async (key: CategoryKey = category) =>
  textOf(await show(CategoryPage, { categoria: key }));
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
  const bytes = await pdfOf(paperOf(worldOf(1), {}, lines));
  const { id } = await upload(ana.cookies, category, { bytes, name: 'tgr.pdf' }, fields);
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

describe('the end in print', () => {
  test('wins over the counted one before anybody confirms it', async () => {
    const id = await certificate(inDays(-200));
    expect(await rowOf(id)).toMatchObject({
      expiresAt: endOfDay(inDays(-200)),
      countedFrom: 'printed',
    });
    const text = await page();
    expect(text).toContain(
      `Venció hace 200 días, el ${formatDate(inDays(-200))}, según el documento.`,
    );
    expect(text).toContain('Vencido');
    expect(text).not.toContain('Vigente');
  });

  test.each(['Caduca el', 'Su validez expira el', 'VÁLIDO\n    HASTA:'])(
    'also where it says %j',
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
  ])('is never guessed: %s', async (words) => {
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
      `Leímos que es del ${formatDate(issued)}, pero dice hasta cuándo vale y no pudimos leerlo. Escribe tú la fecha en que vence.`,
    );
    for (const shown of [text, textOf(await show(VaultPage, {}))]) {
      expect(shown).toContain('No sabemos hasta cuándo vale.');
      expect(shown).not.toContain('estimado');
    }
    expect(text).toContain('Falta su fecha');
    expect(text).toContain('Dinos cuándo vence');
    const form = { id, expiresAt: inDays(2) };
    await postForm(`/panel/documentos/${category}/editar`, { form, cookies: ana.cookies });
    expect(await page()).not.toContain('no pudimos leerlo');
  });

  test('stays unknown until somebody types it or says that there is none', async () => {
    const words = `Emitido el ${formatDate(inDays(-8))}\n    Su vigencia será de tres semanas o 1 mes\n    Del`;
    const id = await certificate(inDays(-30), { issuedAt: inDays(-8) }, words);
    const edit = (form: Record<string, string>) =>
      postForm(`/panel/documentos/${category}/editar`, {
        form: { id, ...form },
        cookies: ana.cookies,
      });
    const standings = async () => {
      const pages = [await page(), textOf(await show(VaultPage, {}))];
      for (const text of pages) expect(text).toContain('No sabemos hasta cuándo vale.');
      for (const text of pages) expect(text).not.toMatch(/\bVigente\b/);
      expect(textOf(await show(PanelPage, {}))).toContain('no pudimos leerlo');
      expect(await countPressing(ana.id, now())).toBe(1);
    };
    await standings();
    await edit({ issuedAt: inDays(-7), expiresAt: '' });
    expect(await rowOf(id)).toMatchObject({ issuedAt: inDays(-7), expiresAt: null });
    await standings();
    expect(await page()).toContain('No dice hasta cuándo');
    await edit({ endless: 'true' });
    expect(await rowOf(id)).toMatchObject({ countedFrom: 'issued' });
    expect(await page()).toContain('Vigente');
  });

  test('also over one that is counted from a typed day of issue', async () => {
    const id = await certificate(inDays(3), { issuedAt: inDays(-1) });
    expect(await rowOf(id)).toMatchObject({ countedFrom: 'printed', issuedAt: inDays(-1) });
    expect(await page()).toContain('Por vencer');
  });

  test('loses against one that was typed, and goes when its reader says no', async () => {
    const typed = await certificate(inDays(3), { expiresAt: inDays(20) });
    expect(await rowOf(typed)).toMatchObject({ countedFrom: 'typed' });
    const id = await certificate(inDays(-30));
    const form = { id, expiresAt: '' };
    await postForm(`/panel/documentos/${category}/editar`, { form, cookies: ana.cookies });
    expect(await rowOf(id)).toMatchObject({ countedFrom: 'uploaded', reading: '{"text":true}' });
  });
});

describe('a document without a known date', () => {
  const undated = (more: object = {}) =>
    keepDocument(ana.id, {
      category: 'carpeta_tributaria',
      expiresAt: endOfDay(inDays(90)),
      countedFrom: 'uploaded',
      reading: '{"text":true}',
      ...more,
    });

  test.each([
    ['carpeta_tributaria', {}],
    ['poliza_garantia', { category: 'poliza_garantia', expiresAt: null, countedFrom: null }],
  ] as const)('is nowhere said to be in force: %s', async (key, more) => {
    const id = await undated(more);
    const pages = [
      await page(key),
      textOf(await show(VaultPage, {})),
      textOf(await show(SharePage, {})),
    ];
    for (const text of pages) expect(text).not.toMatch(/\bVigente\b|l[oa]s? vigentes?\b/);
    for (const text of pages.slice(0, 2)) expect(text).toContain('Falta su fecha');
    expect(textOf(await show(PanelPage, {}))).toMatch(/¿(de cuándo es|cuándo vence)\?/);
    expect(await countPressing(ana.id, now())).toBe(1);
    await setDocument(id, { expiresAt: endOfDay(inDays(90)), countedFrom: 'typed' });
    expect(await countPressing(ana.id, now())).toBe(0);
    expect(await page(key)).toContain('Vigente');
  });

  test('counts as none of those that are up to date', async () => {
    await undated();
    expect(textOf(await show(VaultPage, {}))).toContain('0 de 13 al día');
  });

  test('is shown as such to who opens a link', async () => {
    const id = await undated();
    const fileId = (await rowOf(id))?.fileId;
    const link = await shareToken(ana, { documentKey: fileId });
    expect(textOf(await (await openPage(link)).text())).toContain('Sin fecha confirmada');
  });
});

test('a document that is being read says so, with a link to look again', async () => {
  await keepDocument(ana.id, {
    category,
    expiresAt: endOfDay(inDays(30)),
    countedFrom: 'uploaded',
  });
  for (const html of [
    await show(CategoryPage, { categoria: category }),
    await show(VaultPage, {}),
  ]) {
    expect(html).toMatch(
      /Todavía estamos leyendo\. <a href="\/panel\/documentos[^"]*">Ver qué leímos/,
    );
  }
});

test.each(['contrato', 'otros', 'bases_licitacion', 'escritura_constitucion'] as const)(
  'a document without an end has no state beside "No vence": %s',
  async (key) => {
    await keepDocument(ana.id, {
      category: key,
      expiresAt: null,
      countedFrom: null,
      reading: '{"text":true}',
      ...(key === 'otros' && { customTitle: 'Carta' }),
    });
    const pages = [await page(key), textOf(await show(VaultPage, {}))];
    for (const text of pages) {
      expect(text).toContain('No vence.');
      expect(text).not.toMatch(/Vigente/);
    }
  },
);
