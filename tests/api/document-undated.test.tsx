import { beforeEach, describe, expect, test } from 'vitest';
import CategoryPage from '#app/panel/documentos/[categoria]/page.tsx';
import SharePage from '#app/panel/documentos/compartir/page.tsx';
import VaultPage from '#app/panel/documentos/page.tsx';
import PanelPage from '#app/panel/page.tsx';
import { countUrgentDocuments } from '#lib/domain/alerts/reads.ts';
import type { CategoryKey } from '#lib/domain/documents/rules.ts';
import { addDays, endOfDay } from '#lib/platform/chile/calendar.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { now } from '#lib/platform/process/clock.ts';
import { type Member, makeUser } from '#tests/support/accounts.ts';
import { insertDocument, updateDocument } from '#tests/support/document-rows.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { shareToken, visitShare } from '#tests/support/shares.ts';
import { documentRows } from '#tests/support/vault.ts';
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

describe('a document without a known date', () => {
  const undated = (more: object = {}) =>
    insertDocument(ana.id, {
      category: 'carpeta_tributaria',
      expiresAt: endOfDay(inDays(90)),
      countedFrom: 'uploaded',
      reading: { text: true },
      ...more,
    });

  test.each([
    ['carpeta_tributaria', {}],
    ['poliza_garantia', { category: 'poliza_garantia', expiresAt: null, countedFrom: null }],
  ] as const)('is nowhere called in force until its date is entered: %s', async (key, more) => {
    const id = await undated(more);
    const pages = [
      await page(key),
      textOf(await renderPage(VaultPage, {})),
      textOf(await renderPage(SharePage, {})),
    ];
    for (const text of pages) expect(text).not.toMatch(/\bVigente\b|l[oa]s? vigentes?\b/);
    for (const text of pages.slice(0, 2)) expect(text).toContain('Falta su fecha');
    expect(textOf(await renderPage(PanelPage, {}))).toMatch(/¿(de cuándo es|cuándo vence)\?/);
    expect(await countUrgentDocuments(ana.id, now())).toBe(1);
    await updateDocument(id, { expiresAt: endOfDay(inDays(90)), countedFrom: 'typed' });
    expect(await countUrgentDocuments(ana.id, now())).toBe(0);
    expect(await page(key)).toContain('Vigente');
  });

  test('does not count as up to date', async () => {
    await undated();
    expect(textOf(await renderPage(VaultPage, {}))).toContain('0 de 13 al día');
  });

  test('is marked as without a confirmed date to the reader of a link', async () => {
    const id = await undated();
    const fileId = (await rowOf(id))?.fileId;
    const link = await shareToken(ana, { documentKey: fileId });
    expect(textOf(await (await visitShare(link)).text())).toContain('Sin fecha confirmada');
  });
});

test('a document that is being read says so, and links to see the result', async () => {
  await insertDocument(ana.id, {
    category,
    expiresAt: endOfDay(inDays(30)),
    countedFrom: 'uploaded',
  });
  for (const html of [
    await renderPage(CategoryPage, { categoria: category }),
    await renderPage(VaultPage, {}),
  ]) {
    expect(html).toMatch(
      /Todavía estamos leyendo\. <a href="\/panel\/documentos[^"]*">Ver qué leímos/,
    );
  }
});

test.each([
  ['contrato', 'No vence.'],
  ['bases_licitacion', 'No vence.'],
  ['escritura_constitucion', 'No vence.'],
  // Nobody knows whether a document of no known kind ends.
  ['otros', 'Sin fecha de término: si tiene una, agrégala.'],
] as const)(
  'a document that does not expire has no status beside its text: %s',
  async (key, expected) => {
    await insertDocument(ana.id, {
      category: key,
      expiresAt: null,
      countedFrom: null,
      reading: { text: true },
      ...(key === 'otros' && { customTitle: 'Carta' }),
    });
    const pages = [await page(key), textOf(await renderPage(VaultPage, {}))];
    for (const text of pages) {
      expect(text).toContain(expected);
      expect(text).not.toMatch(/Vigente/);
    }
  },
);
