import { beforeEach, expect, test } from 'vitest';
import NewLinkPage from '#app/panel/documentos/compartir/page.tsx';
import LinksPage from '#app/panel/documentos/enlaces/page.tsx';
import { makeUser } from '#tests/support/accounts.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { samples } from '#tests/support/sample-files.ts';
import {
  addDocument,
  downloadDocument,
  openFile,
  openShare,
  sharesOf,
  shareToken,
  statusAndCode,
  visitShare,
} from '#tests/support/shares.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

worldForTest();
const ana = forEachTest(() => makeUser());
const word = {
  fileName: 'Contrato.docx',
  category: 'contrato',
  contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};
let keys: string[];
let token: string;
beforeEach(async () => {
  keys = [(await addDocument(ana.id)).fileId, (await addDocument(ana.id, word)).fileId];
  token = await shareToken(ana, { documentKeys: keys, viewOnly: true });
});

const shownAs = (response: Response) => response.headers.get('content-disposition')?.split(';')[0];

test('a view-only link offers no download, and says that what is seen can always be copied', async () => {
  for (const query of ['', `?document=${keys[0]}`]) {
    const page = await (await visitShare(token, query)).text();
    expect(page).not.toMatch(/Descargar|Todo en un (ZIP|PDF)/);
    expect(textOf(page)).toContain('Lo que se ve siempre se puede copiar.');
  }
  const page = textOf(await (await visitShare(token, `?document=${keys[1]}`)).text());
  expect(page).toContain('pídelo a quien te lo compartió.');
  expect((await sharesOf(ana))[0]).toMatchObject({ viewOnly: true });
});

test('both owner and visitor are told that a Word file in a view-only link cannot be read', async () => {
  const unseen = 'n archivo Word no se puede ver sin descargarlo';
  browseAs(ana.cookies);
  expect(textOf(await renderPage(LinksPage, {}))).toContain(
    `Contrato.docx no se podrá leer: u${unseen}`,
  );
  const folder = textOf(await (await visitShare(token)).text());
  expect(folder.split(unseen)).toHaveLength(2);
  const own = textOf(await (await visitShare(token, `?document=${keys[1]}`)).text());
  expect(own).toContain(`${unseen}, y este enlace es solo para ver`);

  const other = await makeUser({ email: 'otra@empresa.cl' });
  browseAs(other.cookies);
  const [pdf, contract] = [await addDocument(other.id), await addDocument(other.id, word)];
  await shareToken(other, { documentKey: pdf.fileId, viewOnly: true });
  await shareToken(other, { documentKey: contract.fileId });
  expect(textOf(await renderPage(LinksPage, {}))).not.toContain('no se podrá leer');
});

test('a view-only link shows its files at every address, and refuses to save them or to give a ZIP', async () => {
  const byKey = `?document=${keys[0]}`;
  for (const response of [
    await openFile(token, byKey),
    await openFile(token, `${byKey}&inline=1`),
    await openShare(token, `${byKey}&download=1`),
    await downloadDocument({ key: keys[0] ?? '', share: token }),
  ]) {
    expect([response.status, shownAs(response)]).toEqual([200, 'inline']);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(samples.pdf);
  }
  for (const response of [
    await openFile(token),
    await openFile(token, '?as=pdf'),
    await openFile(token, `?document=${keys[1]}&inline=1`),
    await openShare(token, '?download=1'),
    await downloadDocument({ key: keys[1] ?? '', share: token }),
  ]) {
    expect(await statusAndCode(response)).toEqual([403, 'forbidden']);
  }
  // Refusals use nothing up.
  expect((await sharesOf(ana))[0]).toMatchObject({ downloads: 0 });
});

test('a file of a view-only link opens only in the viewer, not as a page, frame, image or object', async () => {
  const path = `?document=${keys[0]}&inline=1`;
  const requested = (dest: string) =>
    openFile(token, path, { headers: { 'sec-fetch-dest': dest } });
  for (const dest of ['document', 'iframe', 'image', 'object']) {
    expect(await statusAndCode(await requested(dest))).toEqual([403, 'forbidden']);
  }
  expect((await requested('empty')).status).toBe(200);
  const page = textOf(await (await visitShare(token, `?document=${keys[0]}`)).text());
  expect(page).not.toContain('Abrir en otra pestaña');
  expect(page).toContain('lo que ves lleva escrita la hora');
});

test('the folder and each document say how to reach the person who shared them', async () => {
  for (const query of ['', `?document=${keys[0]}`]) {
    const text = textOf(await (await visitShare(token, query)).text());
    expect(text).toContain('¿Falta algo? Escribe a ana@constructora.cl');
  }
});

test('a link that is not view-only still offers downloads and a ZIP', async () => {
  token = await shareToken(ana, { documentKeys: keys });
  expect(shownAs(await openFile(token, `?document=${keys[0]}`))).toBe('attachment');
  expect(await (await visitShare(token)).text()).toContain('Todo en un ZIP');
});

test('the form of a new link says before it is sent which files nobody can read if it is view-only', async () => {
  browseAs(ana.cookies);
  const warning = 'Con «Solo ver» nadie podrá leer Contrato.docx: un archivo Word o Excel';
  expect(textOf(await renderPage(NewLinkPage, {}, {}))).toContain(warning);
  const single = textOf(await renderPage(NewLinkPage, {}, { doc: keys[0] ?? '' }));
  expect(single).toContain('Solo ver');
  expect(single).not.toContain('nadie podrá leer');
});
