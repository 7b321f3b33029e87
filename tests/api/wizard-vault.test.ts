import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import ReceiptPage from '#app/comprobante/[token]/page.tsx';
import { getDb } from '#lib/platform/db/client.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { getStorage } from '#lib/platform/storage/client.ts';
import { updateDocument } from '#tests/support/document-rows.ts';
import { renderPage, textOf } from '#tests/support/page-request.ts';
import { samples } from '#tests/support/sample-files.ts';
import {
  announceUpload,
  countStoredFiles,
  putUpload,
  uploadRows,
} from '#tests/support/upload-client.ts';
import { type Cookies, makeCompany, removeDocument, uploadToVault } from '#tests/support/vault.ts';
import {
  followWizard,
  newVisitor,
  publicAnswers,
  type Visitor,
  WIZARD,
} from '#tests/support/wizard.ts';
import { stepPage } from '#tests/support/wizard-pages.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();
let [who, cookies]: [Visitor, Cookies] = [newVisitor(), {}];
beforeEach(async () => {
  [who, cookies] = [newVisitor(), await makeCompany()];
  Object.assign(who.cookies, cookies);
  await followWizard(who, publicAnswers);
});

const refused = `${WIZARD}/documentos?aviso=revisa`;
const bases = () =>
  uploadToVault(cookies, 'bases_licitacion', { bytes: samples.pdf, name: 'Bases.pdf' });
const attach = (carpeta: string, by = who) => by.attach('contrato', { carpeta });
const attached = async (by = who) => (await by.draft())?.answers.contrato;
const problem = async (by = who) => (await by.draft())?.attempt?.errors.contrato;
const page = async (by = who) => {
  return stepPage(by, 'documentos');
};

describe('a document of the account’s vault', () => {
  test('is offered by its name, and a copy of it is sent with the request', async () => {
    const { id } = await bases();
    expect(await page()).toContain(
      `<option value="${id}">Bases de licitación · Bases.pdf</option>`,
    );
    expect(await attach(id)).toBe(`${WIZARD}/revisar`);
    const file = await attached();
    expect(file).toMatchObject({ fileName: 'Bases.pdf', size: samples.pdf.length });
    await removeDocument(cookies, 'bases_licitacion', id);
    expect(await who.send()).toMatch(/^\/comprobante\//);
    expect(await uploadRows()).toMatchObject([{ id: file?.uploadId, state: 'kept' }]);
    expect(countStoredFiles(world.dataDir).temp).toBe(0);
  });

  test('keeps the title that its owner gave it on the request page', async () => {
    const file = { bytes: samples.pdf, name: 'IMG_221.pdf' };
    const { id } = await uploadToVault(cookies, 'otros', file, { customTitle: 'Anexo firmado' });
    await who.attach('adicional', { carpeta: id });
    const token = (await who.send()).split('/')[2] ?? '';
    expect(textOf(await renderPage(ReceiptPage, { token }))).toContain(
      'Anexo firmado IMG_221.pdf (',
    );
  });

  test('is attached together with a file in the other field or in its own', async () => {
    const { id } = await bases();
    const other = new File([new Uint8Array(samples.png)], 'anexo.png');
    expect(await who.attach('contrato', { carpeta: id }, undefined, { other })).toBe(
      `${WIZARD}/revisar`,
    );
    const before = await attached();
    expect(await who.attach('contrato', { carpeta: id }, other)).toBe(`${WIZARD}/revisar`);
    const { more, contrato } = (await who.draft())?.answers ?? {};
    expect(contrato?.fileName).toBe(before?.fileName);
    expect(more).toMatchObject([{ kind: 'contrato', fileName: 'anexo.png' }]);
    expect(countStoredFiles(world.dataDir).temp).toBe(0);
  });

  test('that is sent twice at once is held once', async () => {
    const { id } = await bases();
    await Promise.all([attach(id), attach(id)]);
    const { draft, file } = { draft: await who.draft(), file: await attached() };
    const held = (await uploadRows()).filter(({ draftId }) => draftId === draft?.id);
    expect(held.map((row) => row.id)).toEqual([file?.uploadId]);
  });

  test('is neither offered to a guest or another account nor given to them', async () => {
    const { id } = await bases();
    const [guest, other] = [newVisitor(), newVisitor()];
    Object.assign(other.cookies, await makeCompany('otra'));
    for (const by of [guest, other]) {
      await followWizard(by, publicAnswers);
      expect(await page(by)).not.toMatch(/carpeta-contrato|Bases\.pdf/);
      expect(await attach(id, by)).toBe(refused);
      expect(await problem(by)).toMatch(/^Ese documento ya no está en tu carpeta/);
      expect(await attached(by)).toBeUndefined();
    }
    expect(await uploadRows()).toEqual([]);
  });

  test.each(['waiting', 'infected', 'deleted', 'removing'] as const)(
    'that is %s is neither offered nor accepted',
    async (state) => {
      const { id } = await bases();
      await updateDocument(id, { state });
      expect(await page()).not.toContain(id);
      expect(await attach(id)).toBe(refused);
      expect(await problem()).toMatch(/^Ese documento ya no está/);
      expect(await uploadRows()).toEqual([]);
    },
  );

  test('whose bytes are lost is refused on its page, and nothing of it stays', async () => {
    const { id } = await bases();
    const [row] = await getDb().read.select().from(documents).where(eq(documents.id, id));
    await getStorage().remove(row?.objectKey ?? '');
    expect(await attach(id)).toBe(refused);
    expect(await problem()).toBe('No recibimos ese archivo. Súbelo otra vez.');
    expect(countStoredFiles(world.dataDir)).toEqual({ files: 0, temp: 0 });
  });
});

test('a file that a script uploaded is attached on arrival, before the page is sent', async () => {
  const upload = await announceUpload('contrato.pdf');
  await putUpload(upload.presignedUrl, samples.pdf);
  const early = { subido: upload.downloadUrl, guardar: true };
  expect(await who.attach('contrato', early)).toBe(`${WIZARD}/documentos`);
  expect(await attached()).toMatchObject({ fileName: 'contrato.pdf' });
  expect((await who.draft())?.answers.answered).not.toContain('documentos');
  const forged = { subido: `${upload.downloadUrl}x`, guardar: true };
  expect(await who.attach('contrato', forged)).toBe(refused);
  expect(await attached()).toMatchObject({ fileName: 'contrato.pdf' });
  // Nothing begins if the draft is gone, and the following form shows that.
  world.advance(31 * 24 * 3_600_000);
  expect(await who.attach('contrato', early)).toBe(WIZARD);
  expect(await who.draft()).toBeNull();
});
