import { beforeEach, expect, test } from 'vitest';
import CategoryPage from '#app/panel/documentos/[categoria]/page.tsx';
import { type Member, makeUser } from '#tests/support/accounts.ts';
import { insertDocument } from '#tests/support/document-rows.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();
let ana: Member;
beforeEach(async () => {
  ana = await makeUser();
  browseAs(ana.cookies);
});

const unread = { text: true };
const page = async (categoria: string, query = {}) =>
  textOf(await renderPage(CategoryPage, { categoria }, query));

test('a monthly form whose text has no date gets the month of its name as a proposal', async () => {
  const category = 'formulario_29';
  const month = { category, countedFrom: 'uploaded', reading: unread } as const;
  await insertDocument(ana.id, { ...month, fileName: 'f29-septiembre.pdf' });
  await insertDocument(ana.id, { ...month, fileName: 'f29-diciembre.pdf' });
  await insertDocument(ana.id, { ...month, fileName: 'formulario.pdf' });
  const text = await page(category);
  expect(text).toContain('Por su nombre es del 20-10-2026: revísalo.');
  // A month without a year is the last one that can be declared.
  expect(text).toContain('Por su nombre es del 20-01-2026: revísalo.');
  expect(text.match(/Por su nombre/g)).toHaveLength(2);
});

test('a file that nobody recognised and that replaced a document is a warning with the undo in it', async () => {
  const category = 'carpeta_tributaria';
  const id = await insertDocument(ana.id, {
    category,
    fileName: 'foto.pdf',
    reading: unread,
    replaced: 'viejo.pdf',
  });
  const previous = { category, fileName: 'viejo.pdf', state: 'former', formerOf: id } as const;
  const previousId = await insertDocument(ana.id, { ...previous, changedAt: world.now() });
  const query = { aviso: 'subido', n: '1' };
  const html = await renderPage(CategoryPage, { categoria: category }, query);
  const notice = html.slice(html.indexOf('Revisa el archivo que acabas de subir'));
  expect(textOf(notice)).toMatch(
    /^Revisa el archivo que acabas de subir ?Reemplazaste viejo\.pdf por foto\.pdf\. .*no reconocimos.* Si no es ese, deshazlo: vuelve el anterior\. ?Deshacer/,
  );
  expect(notice).toContain(`name="documentId" value="${previousId}"`);
});
