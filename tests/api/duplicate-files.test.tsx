import { beforeEach, describe, expect, test } from 'vitest';
import CategoryPage from '#app/panel/documentos/[categoria]/page.tsx';
import CategorizePage from '#app/panel/documentos/ordenar/page.tsx';
import { MINUTE } from '#lib/platform/process/durations.ts';
import { type Member, makeUser } from '#tests/support/accounts.ts';
import { andesCompany } from '#tests/support/companies.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { samples } from '#tests/support/sample-files.ts';
import { addDocument } from '#tests/support/shares.ts';
import { uploadUncategorized, waitForReads } from '#tests/support/uncategorized-uploads.ts';
import { documentRows, removeDocument, uploadToVault } from '#tests/support/vault.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });

let ana: Member;
beforeEach(async () => {
  ana = await makeUser({ email: 'ana@andes.cl', ...andesCompany });
  browseAs(ana.cookies);
});

const file = (name: string, bytes = samples.pdf) => ({ bytes, name });
const other = (name: string) => file(name, samples.png);
const afterUpload = (categoria: string) =>
  renderPage(CategoryPage, { categoria }, { aviso: 'subido' });
const SAME = 'Es el mismo archivo, byte por byte, que';

describe('a file with the same bytes as one that the company already has', () => {
  test('is reported after the upload with a link to the first copy, and can be kept or deleted', async () => {
    const first = await uploadToVault(ana.cookies, 'e_rut', file('rut.pdf'));
    expect(textOf(await afterUpload('e_rut'))).not.toContain(SAME);
    world.advance(MINUTE);
    const again = await uploadToVault(ana.cookies, 'otros', file('copia.pdf'), {
      customTitle: 'Copia',
    });
    const page = await afterUpload('otros');
    expect(textOf(page)).toMatch(new RegExp(`copia.pdf: ${SAME} .*\\(rut.pdf\\)`));
    expect(page).toContain(`href="/panel/documentos/e_rut#documento-${first.id}"`);
    expect(textOf(page)).toContain('Eliminar el nuevo');
    expect(page).toContain('href="/panel/documentos/otros"');
    expect(await documentRows()).toHaveLength(2);
    expect(textOf(await renderPage(CategoryPage, { categoria: 'otros' }))).not.toContain(SAME);
    await removeDocument(ana.cookies, 'otros', again.id);
    expect(textOf(await afterUpload('otros'))).not.toContain(SAME);
  });

  test('is reported when it replaces a document, and the page offers to undo that instead of deleting', async () => {
    await uploadToVault(ana.cookies, 'certificado_f30', file('junio.pdf'));
    world.advance(MINUTE);
    const renewed = await uploadToVault(ana.cookies, 'certificado_f30', file('julio.pdf'));
    const page = await afterUpload('certificado_f30');
    expect(textOf(page)).toContain(`julio.pdf: ${SAME} una versión anterior de`);
    expect(page).toContain(`href="/panel/documentos/certificado_f30#documento-${renewed.id}"`);
    expect(textOf(page)).toContain('Deshacer');
    expect(textOf(page)).not.toContain('Eliminar el nuevo');
    world.advance(MINUTE);
    await uploadToVault(ana.cookies, 'certificado_f30', other('agosto.png'));
    expect(textOf(await afterUpload('certificado_f30'))).not.toContain(SAME);
  });

  test('is reported as a copy of the document that is current, not of an older version', async () => {
    await uploadToVault(ana.cookies, 'e_rut', file('antes.pdf'));
    world.advance(MINUTE);
    await uploadToVault(ana.cookies, 'e_rut', other('hoy.png'));
    await uploadToVault(ana.cookies, 'otros', file('copia.pdf'), { customTitle: 'Copia' });
    world.advance(11 * MINUTE);
    await uploadToVault(ana.cookies, 'contrato', file('nueva.pdf'));
    expect(textOf(await afterUpload('contrato'))).toMatch(
      new RegExp(`nueva.pdf: ${SAME} Copia \\(copia.pdf\\)`),
    );
  });

  test('is reported on the page that sorts uploads, also when its copy waits there too', async () => {
    await uploadToVault(ana.cookies, 'e_rut', file('rut.pdf'));
    world.advance(MINUTE);
    await uploadUncategorized(ana.cookies, [file('uno.pdf'), other('foto.png')]);
    world.advance(MINUTE);
    await uploadUncategorized(ana.cookies, [other('otra.png')]);
    await waitForReads(ana.id);
    const html = await renderPage(CategorizePage, {});
    const text = textOf(html);
    expect(text.split(SAME)).toHaveLength(3);
    expect(text).toMatch(new RegExp(`${SAME} [^.]*\\(rut.pdf\\)`));
    expect(text).toContain(`${SAME} foto.png, por ordenar`);
    expect(text).toContain('Puedes guardarlo igual');
  });

  test('is not reported when the copy belongs to another company or was stored without a digest', async () => {
    const eva = await makeUser({ ...andesCompany, email: 'eva@otra.cl', rut: '96.511.460-2' });
    await uploadToVault(eva.cookies, 'e_rut', file('ajeno.pdf'));
    await addDocument(ana.id, { category: 'e_rut', fileName: 'antiguo.pdf' });
    world.advance(MINUTE);
    await uploadToVault(ana.cookies, 'otros', file('copia.pdf'), { customTitle: 'Copia' });
    expect(textOf(await afterUpload('otros'))).not.toContain(SAME);
  });
});
