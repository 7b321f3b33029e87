import { parse } from 'content-disposition';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  cleanFileName,
  contentDisposition,
  extensionOf,
  renameFile,
} from '#lib/platform/storage/file-name.ts';

describe('cleanFileName', () => {
  test.each([
    ['Contrato de obra.pdf', 'Contrato de obra.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\fakepath\\Póliza.PDF', 'Póliza.PDF'],
    ['Po\u0301liza.pdf', 'Póliza.pdf'],
    ['factura\u202Efdp.exe', 'facturafdp.exe'],
    ['a\u0000b\r\nc\u0007.pdf', 'ab c.pdf'],
    ['.htaccess', 'htaccess'],
    ['contrato .pdf', 'contrato.pdf'],
    ['.pdf', 'pdf'],
    ['..', 'archivo'],
    ['', 'archivo'],
    ['a/', 'archivo'],
    ['\ud800.pdf', 'pdf'],
    ['  ‏(1).pdf', '(1).pdf'],
  ])('%j becomes %j', (input, cleaned) => {
    expect(cleanFileName(input)).toBe(cleaned);
  });

  test('cuts a long name before its extension, and not inside a character', () => {
    const cleaned = cleanFileName(`${'a'.repeat(115)}😀😀😀.docx`);
    expect(cleaned).toBe(`${'a'.repeat(115)}.docx`);
    expect(cleanFileName(`${'ñ'.repeat(300)}.pdf`)).toHaveLength(120);
  });

  test('is short, NFC, without folders or invisible characters, and stable, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.string(), (a, b) => {
        const cleaned = cleanFileName(`${a}${b}`);
        expect(cleaned.length).toBeGreaterThan(0);
        expect(cleaned.length).toBeLessThanOrEqual(120);
        expect(cleaned).toBe(cleaned.normalize('NFC'));
        expect(cleaned).not.toMatch(/[\p{C}\\/<>:"|?*]|^\./u);
        expect(cleanFileName(cleaned)).toBe(cleaned);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('contentDisposition', () => {
  test('has a plain name for old browsers and the real one for others', () => {
    expect(contentDisposition('attachment', 'Póliza "ñandú" 100%.pdf')).toBe(
      `attachment; filename="Poliza _nandu_ 100_.pdf"; filename*=UTF-8''P%C3%B3liza%20%22%C3%B1and%C3%BA%22%20100%25.pdf`,
    );
    expect(contentDisposition('inline', "it's (1).pdf")).toBe(`inline; filename="it's (1).pdf"`);
  });

  test('is one line that is safe as a header and contains the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const header = contentDisposition('attachment', name);
        expect(header).toMatch(/^attachment; filename=[ -~]*$/);
        expect(parse(header).parameters.filename).toBe(name.toWellFormed());
      }),
    );
  });
});

test('extensionOf is in lower case, and empty if there is none', () => {
  expect([extensionOf('a.PDF'), extensionOf('a'), extensionOf('a.b.c-d')]).toEqual(['pdf', '', '']);
});

test.each([
  ['F30.pdf', 'Julio', 'Julio.pdf'],
  ['F30.PDF', 'Julio.pdf', 'Julio.PDF'],
  ['F30.pdf', 'Julio.PDF', 'Julio.pdf'],
  ['F30.pdf', 'Julio.docx', 'Julio.docx.pdf'],
])('%s that is renamed to %s keeps its extension once', (fileName, typed, renamed) => {
  expect(renameFile(fileName, typed)).toBe(renamed);
});
