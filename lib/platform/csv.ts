import { stringify } from 'csv-stringify/sync';

/** Tells Excel that what follows is UTF-8. */
export const csvStart = '\uFEFF';

/**
 * Rows as CSV, each ended by CRLF. Semicolons, because Excel in Chile splits at them; a text that a
 * spreadsheet would take for a formula (`=`, `+`, `-`, `@`, …) gets an apostrophe before it, which
 * Excel shows: hence phones are written so that they begin as none.
 */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return stringify([...rows.map((row) => row.map(plainPhone))], {
    delimiter: ';',
    record_delimiter: '\r\n',
    // All of them: an unquoted line break would begin a row, and so perhaps a formula.
    quoted: true,
    quoted_empty: true,
    escape_formulas: true,
  });
}

/** `+56 9 1234 5678` → `(+56) 9 1234 5678`: a text to every spreadsheet, and dialled all the same. */
function plainPhone(cell: string): string {
  return /^\+56[\d ().-]*$/.test(cell) ? `(+56) ${cell.slice(3).trimStart()}` : cell;
}
