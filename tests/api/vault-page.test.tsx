import { beforeEach, describe, expect, test } from 'vitest';
import ActivityPage from '#app/panel/actividad/page.tsx';
import CategoryPage from '#app/panel/documentos/[categoria]/page.tsx';
import VaultPage from '#app/panel/documentos/page.tsx';
import { audit } from '#lib/domain/audit/writes.ts';
import { type CategoryKey, categories, categoriesOf, groups } from '#lib/domain/documents/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { type Member, makeUser } from '#tests/support/accounts.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { addDocument } from '#tests/support/shares.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();

const own = groups.flatMap((group) => categoriesOf(group, 'juridica'));
const requested = own.filter((key) => categories[key].isRequired);

let ana: Member;
beforeEach(async () => {
  ana = await makeUser({ email: 'ana@andes.cl', role: 'juridica', razonSocial: 'Andes SpA' });
  browseAs(ana.cookies);
});

const pageOf = (categoria: CategoryKey, query = {}) =>
  renderPage(CategoryPage, { categoria }, query);
const nextOf = (html: string) => /Siguiente:.*?<a href="([^"]+)"/s.exec(html)?.[1];

describe('after an upload', () => {
  const uploaded = { aviso: 'subido' };

  test('a link leads to the missing document that the folder names too, also from a category in the middle', async () => {
    await addDocument(ana.id, { category: 'cedula_identidad' });
    expect(nextOf(await pageOf('cedula_identidad', uploaded))).toBe(
      '/panel/documentos/e_rut#subir',
    );
    await addDocument(ana.id, { category: 'certificado_vigencia' });
    const html = await pageOf('certificado_vigencia', uploaded);
    expect(nextOf(html)).toBe('/panel/documentos/e_rut#subir');
    expect(nextOf(await renderPage(VaultPage, {}))).toBe(nextOf(html));
  });

  test('the link from the last category leads back to the first missing or expired one', async () => {
    for (const category of requested) {
      const expiresAt = category === 'e_rut' ? 1 : null;
      await addDocument(ana.id, { category, expiresAt });
    }
    const html = await pageOf('informe_comercial', uploaded);
    expect(nextOf(html)).toBe('/panel/documentos/e_rut#subir');
    expect(nextOf(await pageOf('informe_comercial'))).toBeUndefined();
  });

  test('the link is replaced by a word that nothing is missing once every document is there', async () => {
    for (const category of requested) await addDocument(ana.id, { category });
    expect(nextOf(await pageOf('informe_comercial', uploaded))).toContain('formulario_29');
    for (let month = 0; month < 12; month++) {
      const issuedAt = new Date(Date.UTC(2025, 11 + month, 12)).toISOString().slice(0, 10);
      await addDocument(ana.id, { category: 'formulario_29', issuedAt });
    }
    const html = await pageOf('informe_comercial', uploaded);
    expect(nextOf(html)).toBeUndefined();
    expect(html).toContain('Tienes vigente todo lo que suelen pedir.');
  });
});

describe('where a document can be obtained', () => {
  test.each(requested)(
    'is said on the page of %s, with links that send no referrer',
    async (category) => {
      const html = await pageOf(category);
      expect(html).toContain('Dónde obtenerlo:');
      const links = html.match(/<a href="https:[^>]+>/g) ?? [];
      for (const link of links) {
        expect(link).toMatch(
          /href="https:\/\/www\.[a-z.]+\.(cl)" target="_blank" rel="noreferrer"/,
        );
      }
      expect(links.length).toBeGreaterThanOrEqual(category === 'balance_general' ? 0 : 1);
    },
  );

  test('is said in the folder only beside what is missing', async () => {
    const before = (await renderPage(VaultPage, {})).split('Dónde obtenerlo').length;
    await addDocument(ana.id, { category: 'e_rut' });
    expect((await renderPage(VaultPage, {})).split('Dónde obtenerlo').length).toBe(before - 1);
  });
});

test('the folder lists documents that need an act first, and shows when each document expires', async () => {
  await addDocument(ana.id, { category: 'cedula_identidad' });
  await addDocument(ana.id, { category: 'e_rut', expiresAt: 1 });
  const html = (await renderPage(VaultPage, {})).split('Identidad y sociedad').slice(1).join('');
  const placeOf = (key: CategoryKey) => html.indexOf(`/panel/documentos/${key}"`);
  expect(placeOf('e_rut')).toBeGreaterThan(0);
  expect(placeOf('cedula_identidad')).toBeGreaterThan(placeOf('e_rut'));
  const rows = html.split('<li').map((row) => row.replace(/<details>.*?<\/details>/s, ''));
  const rowOf = (key: CategoryKey) => rows.find((row) => row.includes(`documentos/${key}" class`));
  expect(rowOf('e_rut')).toContain('Venció');
  expect(rowOf('cedula_identidad')).toMatch(/[Vv]ence/);
});

test('documents to renew are unfolded above the lists, whose headings count them', async () => {
  const expired = ['cedula_identidad', 'certificado_vigencia', 'informe_comercial'] as const;
  for (const category of [...expired, 'certificado_f30', 'certificado_deuda_tgr'] as const)
    await addDocument(ana.id, { category, expiresAt: 1 });
  const html = await renderPage(VaultPage, {});
  const [above = ''] = html.split('Identidad y sociedad');
  expect(above.split('<details')[0]?.match(/>Reemplazar</g)?.length).toBeGreaterThanOrEqual(5);
  expect(textOf(html)).toMatch(/Identidad y sociedad · Faltan 3 .*Ver 2 por renovar/s);
  expect(textOf(html)).toMatch(/laborales · Faltan 5 .*Ver 3 por renovar y 1 opcional/s);
});

test('a search finds documents by title, kind or file name, and their titles open them', async () => {
  const { fileId } = await addDocument(ana.id, { category: 'e_rut', fileName: 'rut-andes.pdf' });
  await addDocument(ana.id, { category: 'otros', customTitle: 'Patente de Ñuñoa' });
  const page = await renderPage(VaultPage, {}, { q: 'ANDES' });
  expect(textOf(page)).toContain('1 documento coincide');
  expect(page.split('1 documento coincide')[1]).toContain(
    `key=${fileId}&inline=1" target="_blank"`,
  );
  expect(textOf(await renderPage(VaultPage, {}, { q: 'patente nunoa' }))).toMatch(
    /1 documento coincide .*Patente de Ñuñoa/,
  );
  expect(textOf(await renderPage(VaultPage, {}, { q: 'balance' }))).toContain(
    'Nada coincide con “balance”.',
  );
});

test('the title of a category with one document opens it, in the folder and on its page', async () => {
  const { fileId } = await addDocument(ana.id, { category: 'e_rut', fileName: 'rut.pdf' });
  const opens = `href="/api/documents/download?key=${fileId}&inline=1" target="_blank"`;
  const row = (await renderPage(VaultPage, {})).split('Identidad y sociedad').slice(1).join();
  expect(row).toMatch(new RegExp(`${opens.replace('?', '[?]')}[^>]*>e-RUT<`));
  expect(row).toContain('href="/panel/documentos/e_rut" class');
  expect(await pageOf('e_rut')).toMatch(
    new RegExp(`${opens.replace('?', '[?]')}[^>]*>rut.pdf</a></h2>`),
  );
});

test('the category of other documents lists the titles in it', async () => {
  await addDocument(ana.id, { category: 'otros', customTitle: 'Estado de situación' });
  expect(await renderPage(VaultPage, {})).toMatch(
    />Otros.*Estado de situación\. .*Contratos y garantías/s,
  );
});

test('the activity page shows no place for what the scanner did', async () => {
  const at = { requestId: 'scanner', ip: '', now: Date.now() };
  await getDb().write((tx) => audit(tx, at, { accountId: ana.id, action: 'share.renewed' }));
  expect(await renderPage(ActivityPage, {})).toContain('pasaron a mostrar');
  expect(await renderPage(ActivityPage, {})).not.toContain('desconocida');
});

test('a document just deleted can be restored from the folder, for a minute', async () => {
  const { id: documentId } = await addDocument(ana.id, { category: 'e_rut' });
  const form = { documentId, category: 'e_rut' };
  await postForm('/panel/documentos/e_rut/eliminar', { form, cookies: ana.cookies });
  expect(await renderPage(VaultPage, {})).toMatch(/Se eliminó .*Deshacer/s);
  world.advance(61_000);
  expect(await renderPage(VaultPage, {})).not.toContain('Eliminaste');
});
