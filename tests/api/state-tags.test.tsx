import { beforeEach, describe, expect, test } from 'vitest';
import CategoryPage from '#app/panel/documentos/[categoria]/page.tsx';
import LinksPage from '#app/panel/documentos/enlaces/page.tsx';
import CompanyPage from '#app/panel/empresa/page.tsx';
import GuaranteesPage from '#app/panel/garantias/page.tsx';
import { endOfDay } from '#lib/platform/chile/calendar.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { companyInvitations } from '#lib/platform/db/schema/companies.ts';
import { shareLinks } from '#lib/platform/db/schema/share-links.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { andesCompany, inviteMember } from '#tests/support/companies.ts';
import { insertDocument, updateDocument } from '#tests/support/document-rows.ts';
import { putIssued } from '#tests/support/issued.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { addDocument, createShare } from '#tests/support/shares.ts';
import { START, worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });
let ana: Awaited<ReturnType<typeof makeUser>>;
beforeEach(async () => {
  ana = await makeUser({ ...andesCompany, email: 'ana@andes.cl' });
  browseAs(ana.cookies);
});

/** Returns the texts of the tags of a list, with what follows each up to the next element's end. */
const tagsOf = (html: string) =>
  [...html.matchAll(/<span class="inline-block rounded-full.*?(?=<\/(?:h2|p|div|td)>)/gs)].map(
    ([tag]) => textOf(tag).trim(),
  );

describe('an invitation', () => {
  test.each([
    [1, 'Participa', 'Vale hasta el'],
    [0, 'Participa Venció', 'Venció el'],
    [-1, 'Participa Venció', 'Venció el'],
  ])('whose end is %i ms away is tagged «%s»', async (left, tag, words) => {
    await inviteMember(ana.cookies, 'beto@andes.cl');
    const endsAt = world.now() + left;
    await getDb().write((tx) => tx.update(companyInvitations).set({ endsAt }));
    const [, html = ''] = (await renderPage(CompanyPage, {})).split('>beto@andes.cl</span>');
    expect(tagsOf(html)[0]).toBe(tag);
    expect(textOf(html)).toContain(words);
  });
});

test.each<[string, Partial<typeof shareLinks.$inferInsert>]>([
  ['Activo', {}],
  ['Se usó por completo', { maxOpenings: 1, openings: 1 }],
  ['Vencido', { expiresAt: START }],
  ['Cerrado', { expiresAt: START, revokedAt: START }],
  ['Sin documentos', {}],
])('a link is tagged with its status «%s»', async (tag, row) => {
  const { id = '', fileId } = await addDocument(ana.id);
  await createShare(ana, { documentKey: fileId });
  if (tag === 'Sin documentos') await updateDocument(id, { state: 'deleted' });
  await getDb().write((tx) => tx.update(shareLinks).set({ createdAt: START - DAY, ...row }));
  expect(tagsOf(await renderPage(LinksPage, {}))).toEqual([tag]);
});

test.each<[string, Parameters<typeof insertDocument>[1]]>([
  ['En revisión', { state: 'waiting' }],
  ['Rechazado', { state: 'infected' }],
  ['Vigente', { issuedAt: '2026-11-19', expiresAt: endOfDay('2027-06-01'), countedFrom: 'issued' }],
  ['Por vencer', { expiresAt: endOfDay('2026-11-20'), countedFrom: 'typed' }],
  ['Vencido', { expiresAt: endOfDay('2026-11-19'), countedFrom: 'typed' }],
])('a document is tagged with its status «%s»', async (tag, row) => {
  await insertDocument(ana.id, {
    category: 'certificado_f30',
    reading: { text: true, settled: true },
    ...row,
  });
  expect(tagsOf(await renderPage(CategoryPage, { categoria: 'certificado_f30' }))).toEqual([tag]);
});

const term = { validFrom: '2026-01-01', validTo: '2027-06-01' };
test.each<[string, Parameters<typeof putIssued>[0][number]]>([
  ['Vigente', term],
  ['Por empezar', { ...term, validFrom: '2026-11-21' }],
  ['Por vencer', { ...term, validTo: '2026-11-20' }],
  ['Vencida', { ...term, validTo: '2026-11-19' }],
  ['Devuelta', { ...term, reported: 'devuelta' }],
  ['Cobrada', { ...term, reported: 'cobrada', claimed: '1500000.5' }],
  ['Cobrada en parte', { ...term, reported: 'cobrada', claimed: '1' }],
  ['Prorrogada', { ...term, reported: 'prorrogada' }],
  ['Anulada', { ...term, reported: 'anulada' }],
])('a guarantee is tagged with its status «%s»', async (tag, row) => {
  await putIssued([{ ...row, email: ana.email }]);
  expect(tagsOf(await renderPage(GuaranteesPage, {}))).toEqual([tag]);
});
