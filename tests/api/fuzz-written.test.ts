import { buffer } from 'node:stream/consumers';
import { parse } from 'content-disposition';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expiryCalendar } from '#lib/domain/alerts/calendar.ts';
import { archiveNames } from '#lib/domain/documents/archive.ts';
import { receiptBytes } from '#lib/domain/requests/submissions/receipt.ts';
import { csvLines } from '#lib/platform/files/csv.ts';
import { createZip } from '#lib/platform/files/zip.ts';
import { cleanFileName, contentDisposition } from '#lib/platform/storage/file-name.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { openRequest } from '#tests/support/requests.ts';
import { rejectAfter } from '#tests/support/timing.ts';
import { unzip } from '#tests/support/unzip.ts';
import { createWorld, START } from '#tests/support/world.ts';
import { hostileText } from '#tools/fuzz/arbitraries.ts';
import { fuzz, RUNS } from '#tools/fuzz/property.ts';
import { createTallies } from '#tools/fuzz/tally.ts';

/** PDF, ZIP, calendar and CSV hold any typed text as text. */
const file = 'tests/api/fuzz-written.test.ts';
const tallies = createTallies('written');
const runs = (share: number) => Math.ceil(RUNS * share);

beforeAll(() => {
  createWorld();
});
afterAll(() => {
  tallies.save();
});

async function timed<T>(name: string, work: () => Promise<T> | T): Promise<T> {
  const start = performance.now();
  const created = await rejectAfter(5_000, Promise.resolve(work()));
  tallies.count(name, 'written', performance.now() - start, false);
  return created;
}

describe('whatever was typed', () => {
  test('becomes a PDF that begins and ends as one', async () => {
    const name = 'receipt.pdf';
    const check = async (texts: string[]) => {
      const [a = '', b = '', c = ''] = texts;
      const wording = { glosaGarantia: a, tipoGarantia: 'seriedad' as const };
      const item = { ...publicBody.garantias[0], ...wording };
      const request = openRequest(publicBody);
      const answers = { ...request.answers, nombreSolicitante: b, institucion: c };
      const typed = { ...request, answers: { ...answers, garantias: [item] } };
      const draw = () => receiptBytes(typed as typeof request, 'https://resguardo.cl'); // hostile texts, same shape
      const bytes = await timed(name, draw);
      expect(bytes.toString('latin1', 0, 5)).toBe('%PDF-');
      expect(bytes.toString('latin1').trimEnd().endsWith('%%EOF')).toBe(true);
    };
    const texts = fc.array(hostileText, { minLength: 3, maxLength: 3 });
    await fuzz(texts, check, { file, name: 'becomes a PDF', runs: runs(0.006) });
  });

  test('names files in a ZIP that unpacks to the same names and contents', async () => {
    const name = 'archive.zip';
    const check = async (typed: string[]) => {
      const names = archiveNames(
        typed.map((candidate) => ({
          category: 'otros',
          customTitle: candidate,
          fileName: cleanFileName(candidate),
        })),
      );
      const entries = names.map((candidate, n) => ({
        name: candidate,
        content: Buffer.from(`${n}`),
      }));
      const zip = await timed(name, () => buffer(createZip(each(entries))));
      const found = unzip(zip);
      expect([...found.keys()]).toEqual(names);
      expect([...found.values()].map(String)).toEqual(names.map((_, n) => `${n}`));
    };
    const typed = fc.array(fc.oneof(hostileText, fc.constant('a.pdf')), { maxLength: 8 });
    await fuzz(typed, check, { file, name: 'names files in a ZIP', runs: runs(0.02) });
  });

  test('stands in a header as one file name', async () => {
    const name = 'content-disposition';
    const check = async (typed: string) => {
      const clean = cleanFileName(typed);
      const header = await timed(name, () => contentDisposition('attachment', clean));
      expect(cleanFileName(clean)).toBe(clean);
      expect(header).toMatch(/^attachment; filename=[ -~]+$/);
      expect(parse(header)).toMatchObject({
        type: 'attachment',
        parameters: { filename: clean.toWellFormed() },
      });
    };
    await fuzz(hostileText, check, { file, name: 'stands in a header', runs: runs(0.04) });
  });

  test('stands in a calendar as text of its own event', async () => {
    const name = 'calendar.ics';
    const check = async (typed: string[]) => {
      const documents = typed.map((text, n) => ({
        id: `documento-${n}`,
        accountId: 'cuenta',
        category: 'otros' as const,
        // Texts are stored in this form, because no operation accepts control characters.
        customTitle: text.replace(/\p{Cc}/gu, ''),
        fileName: cleanFileName(text),
        expiresAt: START + n,
        uploadedAt: START,
        countedFrom: n % 2 ? ('uploaded' as const) : ('typed' as const),
      }));
      const guarantees = typed.map((text, n) => ({
        id: `garantia-${n}`,
        number: n,
        type: 'seriedad' as const,
        issuerName: text.replace(/\p{Cc}/gu, ''),
        validTo: '2027-03-01',
        createdAt: START,
      }));
      const calendar = await timed(name, () => expiryCalendar(documents, guarantees));
      const lines = calendar.split('\r\n');
      expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(2 * typed.length);
      expect(calendar.replaceAll('\r\n', '')).not.toMatch(/[\r\n\0]/);
      const odd = lines.filter((line) => line && !/^( |[A-Z-]+(;[^:]*)?:)/.test(line));
      expect(odd).toEqual([]);
      for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    };
    await fuzz(fc.array(hostileText, { maxLength: 4 }), check, {
      file,
      name: 'stands in a calendar',
      runs: runs(0.02),
    });
  });

  test('stands in a CSV as one field, never as a formula', async () => {
    const name = 'leads.csv';
    const check = async (rows: string[][]) => {
      const csv = await timed(name, () => csvLines(rows));
      const cells = parseCsv(csv);
      expect(cells.map((row) => row.map((cell) => cell.replace(/^'/, '')))).toEqual(
        rows.map((row) => row.map((cell) => cell.replace(/^'/, ''))),
      );
      for (const cell of cells.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
    };
    const cell = fc.oneof(hostileText, fc.constantFrom('=1+1', '-2', '@a', '\t=1', '\r=1', '＝1'));
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), {
      minLength: 1,
      maxLength: 5,
    });
    await fuzz(rows, check, { file, name: 'stands in a CSV', runs: runs(0.04) });
  });
});

async function* each<T>(list: T[]): AsyncGenerator<T> {
  yield* list;
}

/** Parses CSV: every field quoted, semicolons between, CRLF behind each row, quotes doubled. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const match = /"((?:[^"]|"")*)"(;|\r\n)/y;
    match.lastIndex = at;
    const found = match.exec(text);
    if (!found) throw new Error(`no field at ${at}`);
    row.push((found[1] ?? '').replaceAll('""', '"'));
    if (found[2] !== ';') {
      rows.push(row);
      row = [];
    }
    at = match.lastIndex;
  }
  return rows;
}
