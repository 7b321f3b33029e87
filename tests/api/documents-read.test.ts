import { PassThrough, Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { documentKinds } from '#lib/domain/documents/reading/kinds.ts';
import { readText } from '#lib/domain/documents/reading/read-text.ts';
import { categoryKeys } from '#lib/domain/documents/rules.ts';
import { runDocumentReader } from '#lib/platform/files/document-reader.ts';
import { documentText } from '#lib/platform/files/document-text.ts';
import { runLimited } from '#lib/platform/process/limited-process.ts';
import { scannedPages } from '#tests/support/synthetic-documents/document.ts';
import { hostilePdfs } from '#tests/support/synthetic-documents/hostile-pdfs.ts';
import { createDocument, scoreReadings } from '#tests/support/synthetic-documents/reading-score.ts';

const EACH = 20;
/** Minimum share of right or absent values, the same as in the table of `npm run reading-score`. */
const RIGHT_OR_SILENT = 0.95;

test('every category of the vault but “otros” has a reading rule with a version', () => {
  const known = documentKinds.map(({ category }) => category);
  expect([...known, 'otros'].sort()).toEqual([...categoryKeys].sort());
  for (const { version } of documentKinds) expect(version).toMatch(/^\d+$/);
});

test('generated documents are read correctly, or the field is left out, in at least 95 of 100 cases', {
  timeout: 300_000,
}, async () => {
  const { table, misses } = await scoreReadings(EACH);
  const wrong = misses.filter(({ read }) => read !== undefined);
  for (const [kind, row] of table) {
    for (const [field, cell] of row) {
      const all = cell.right + cell.silent + cell.wrong;
      const share = (cell.right + cell.silent) / all;
      expect(share, `${kind} ${field} ${JSON.stringify(wrong)}`).toBeGreaterThanOrEqual(
        RIGHT_OR_SILENT,
      );
      // A reader that reads nothing would pass the line above.
      if (field === 'category') expect(cell.right / all, kind).toBeGreaterThanOrEqual(0.9);
    }
  }
});

test('a scan has no text, and another letter has no category', async () => {
  expect(await readText(await documentText(new Uint8Array(await scannedPages())))).toEqual({
    text: false,
  });
  expect(await readText('Una carta sin nada que decir sobre documentos de la carpeta.')).toEqual({
    text: true,
  });
});

test.each([
  [
    'two days of issue',
    'CERTIFICADO DE DEUDA\nTesorería\nFecha de emisión: 03-11-2026\nFecha de emisión: 04-11-2026',
  ],
  ['a day that is none', 'CERTIFICADO DE DEUDA\nTesorería General\nFecha de emisión: 31-02-2026'],
  [
    'a RUT that is none',
    'CERTIFICADO DE DEUDA\nTesorería General de la República\nRUT: 76.123.456-1',
  ],
])('the reading leaves out %s', async (_, text) => {
  expect(await readText(text)).toEqual({
    text: true,
    rule: 'certificado_deuda_tgr@6',
    category: 'certificado_deuda_tgr',
  });
});

const PROGRAM = 'lib/domain/documents/reading/process.ts';
const read = (pdf: Buffer, program = PROGRAM) =>
  runDocumentReader(program, async () => Readable.from([pdf]));
const good = () => createDocument('carpeta_tributaria', 3);

describe('the process that reads a document', { timeout: 120_000 }, () => {
  test.each(Object.keys(hostilePdfs))('ends or finds nothing with %s', async (name) => {
    const results = await read(hostilePdfs[name]?.() ?? Buffer.alloc(0));
    // A process ended by a machine under load returns nothing, and never a proposal.
    expect([null, '{"text":false}', '{"text":true}']).toContain(results && JSON.stringify(results));
  });

  test('is ended when it fills the memory or works without end', async () => {
    expect(await read(Buffer.alloc(0), 'tests/support/synthetic-documents/fill.ts')).toBeNull();
    const limits = { time: 600_000, work: 300, memory: 256 * 1024 * 1024, reply: 100 };
    const ends = { input: Readable.from([]), output: new PassThrough(), limits };
    expect(await runLimited('tests/support/synthetic-documents/endless-loop.ts', ends)).toBe(false);
  });

  test('answers the facts of a document and none of its text', async () => {
    const { truth, bytes } = await good();
    expect(await read(bytes)).toEqual({
      text: true,
      rule: 'carpeta_tributaria@6',
      ...truth,
    });
  });

  test('cannot reach files, programs, threads or secrets, nor run other code', async () => {
    expect(
      await read(Buffer.alloc(0), 'tests/support/synthetic-documents/sandbox-probe.ts'),
    ).toEqual([]);
  });

  test('reads one document at a time, and refuses those that would wait too long', async () => {
    const { bytes } = await good();
    let open = 0;
    let most = 0;
    const many = Array.from({ length: 45 }, (_, n) =>
      runDocumentReader(PROGRAM, async () => {
        open += 1;
        most = Math.max(most, open);
        await new Promise((resolve) => setImmediate(resolve));
        open -= 1;
        return n === 0 ? Readable.from([bytes]) : null;
      }),
    );
    const results = await Promise.all(many);
    expect(most).toBe(1);
    expect(results.filter((item) => item !== undefined)).toHaveLength(1);
  });
});
