import { readdir } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import { PDFDocument } from '@cantoo/pdf-lib';
import { extractText } from 'unpdf';
import { beforeEach, expect, test } from 'vitest';
import { runLimited } from '#lib/platform/process/limited-process.ts';
import { getStorage } from '#lib/platform/storage/client.ts';
import { tempDirectory } from '#lib/platform/storage/temp.ts';
import { type Member, makeUser } from '#tests/support/accounts.ts';
import { api } from '#tests/support/call.ts';
import { samples } from '#tests/support/sample-files.ts';
import {
  addDocument,
  bytesOf,
  openShare,
  sharesOf,
  shareToken,
  visitShare,
} from '#tests/support/shares.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest();
let ana: Member;
beforeEach(async () => {
  ana = await makeUser();
});

/** Makes a PDF of `pages` pages, each of another width: 100, 101, … points. */
async function pdfOf(pages: number, first = 100): Promise<Buffer> {
  const made = await PDFDocument.create();
  for (let n = 0; n < pages; n += 1) made.addPage([first + n, 200]);
  return Buffer.from(await made.save());
}

async function textOf(pdf: Buffer): Promise<string> {
  const { text } = await extractText(new Uint8Array(pdf), { mergePages: true });
  return text;
}

async function folder() {
  const at = Date.parse('2026-12-31T12:00:00Z');
  const files = [
    { fileName: 'Carpeta.pdf', bytes: await pdfOf(3, 100), expiresAt: at },
    { fileName: 'Planilla.xlsx', bytes: samples.xlsx, contentType: 'application/x-planilla' },
    { fileName: 'Roto.pdf', bytes: Buffer.from('%PDF-1.7 y nada más') },
    {
      fileName: 'Cédula ñ.png',
      bytes: samples.png,
      contentType: 'image/png',
      customTitle: 'Mi cédula',
    },
    { fileName: 'Balance.pdf', bytes: await pdfOf(2, 300) },
  ];
  const keys: string[] = [];
  for (const one of files)
    keys.push((await addDocument(ana.id, { ...one, category: 'otros' })).fileId);
  return keys;
}

test('a shared folder downloads as one PDF, behind an index that names every document and its page', async () => {
  const documentKeys = await folder();
  const token = await shareToken(ana, { documentKeys, label: 'Para Andes', maxOpenings: 2 });
  expect(await (await visitShare(token)).text()).toContain('/archivo?as=pdf');
  const response = await openShare(token, '?download=1&as=pdf');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  expect(response.headers.get('content-disposition')).toContain(
    'Ana Munoz - Para Andes - 2026-11-20.pdf',
  );
  const bytes = await bytesOf(response);
  const merged = await PDFDocument.load(bytes);
  const widths = merged.getPages().map((page) => Math.round(page.getWidth()));
  expect(widths).toEqual([595, 100, 101, 102, 595, 300, 301]);
  const index = await textOf(bytes);
  for (const words of ['Para Andes', 'Carpeta.pdf', 'Vigente hasta el 31-12-2026', 'Mi cédula'])
    expect(index).toContain(words);
  expect(index.match(/pág\. \d+/g)).toEqual(['pág. 2', 'pág. 5', 'pág. 6']);
  expect(index.match(/aparte, en el ZIP/g)).toHaveLength(2);
  const [link] = await sharesOf(ana);
  expect(link).toMatchObject({ openings: 1 });
  expect(await readdir(await tempDirectory())).toEqual([]);
});

test('the merged PDF of a shared folder leaves out a file that is missing from the store', async () => {
  const gone = await addDocument(ana.id, { fileName: 'Se fue.pdf', bytes: await pdfOf(1) });
  const keptDocument = await addDocument(ana.id, {
    fileName: 'Sigue.pdf',
    bytes: await pdfOf(1, 300),
  });
  const token = await shareToken(ana, { documentKeys: [gone.fileId, keptDocument.fileId] });
  await getStorage().remove(gone.objectKey);
  const merged = await bytesOf(await openShare(token, '?download=1&as=pdf'));
  expect((await PDFDocument.load(merged)).getPageCount()).toBe(2);
  expect(await textOf(merged)).toMatch(
    /aparte, en el ZIP[\s\S]*pág\. 2|pág\. 2[\s\S]*aparte, en el ZIP/,
  );
});

test('the index of a merged PDF takes further pages when there are many documents', async () => {
  const keys: string[] = [];
  for (let n = 1; n <= 30; n += 1) {
    const created = await addDocument(ana.id, {
      fileName: `F29 ${n}.pdf`,
      bytes: await pdfOf(1, n),
    });
    keys.push(created.fileId);
  }
  const token = await shareToken(ana, { documentKeys: keys });
  const merged = await PDFDocument.load(
    await bytesOf(await openShare(token, '?download=1&as=pdf')),
  );
  expect(
    merged
      .getPages()
      .map((page) => Math.round(page.getWidth()))
      .slice(0, 5),
  ).toEqual([595, 595, 595, 1, 2]);
});

test('the merged PDF of a vault has its valid documents only; another account or a guest gets none of it', async () => {
  const past = Date.parse('2026-01-01T12:00:00Z');
  await addDocument(ana.id, { fileName: 'Vale.pdf', bytes: await pdfOf(1) });
  await addDocument(ana.id, { fileName: 'Viejo.pdf', bytes: await pdfOf(1), expiresAt: past });
  const ask = (member: Member | null, as: string) =>
    api(`/api/documents/folder?as=${as}`, member ? { cookies: member.cookies } : {});
  const index = await textOf(await bytesOf(await ask(ana, 'pdf')));
  expect(index).toContain('Vale.pdf');
  expect(index).not.toContain('Viejo.pdf');
  const zip = await ask(ana, 'zip');
  expect(zip.headers.get('content-type')).toBe('application/zip');
  expect((await bytesOf(zip)).subarray(0, 2).toString()).toBe('PK');
  expect((await ask(await makeUser({ email: 'otra@acme.cl' }), 'pdf')).status).toBe(404);
  expect((await ask(null, 'pdf')).status).toBe(401);
});

test('the ZIP and the merged PDF of a vault with 56 documents have all of them', async () => {
  const names = Array.from({ length: 56 }, (_, n) => `Anexo-${100 + n}.pdf`);
  const bytes = await pdfOf(1);
  for (const fileName of names) await addDocument(ana.id, { fileName, bytes, category: 'otros' });
  const folderAs = async (as: string) =>
    bytesOf(await api(`/api/documents/folder?as=${as}`, { cookies: ana.cookies }));
  const zip = (await folderAs('zip')).toString('latin1');
  for (const name of names) expect(zip).toContain(name);
  const merged = await PDFDocument.load(await folderAs('pdf'));
  const own = merged.getPages().filter((page) => Math.round(page.getWidth()) === 100);
  expect(own).toHaveLength(names.length);
});

test.each([
  ['time', { time: 1 }],
  ['memory', { memory: 100 * 1024 * 1024 }],
  ['what it says', { reply: 10 }],
])('the process that merges PDFs is ended at its limit of %s', async (_, limit) => {
  const head = { title: 'A', description: '', note: '', names: { page: '', apart: '' }, parts: [] };
  const run = (limits: object) => {
    const output = new PassThrough();
    output.resume();
    const input = Readable.from([Buffer.from(`${JSON.stringify(head)}\n`)]);
    const enough = { time: 600_000, memory: 512 * 1024 * 1024, reply: 1024 * 1024, ...limits };
    return runLimited('lib/platform/files/pdf-merge.ts', { input, output, limits: enough });
  };
  expect(await run({})).toBe(true);
  expect(await run(limit)).toBe(false);
});
