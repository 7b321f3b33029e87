import { stringify } from 'csv-stringify/sync';

/** Tells Excel that what follows is UTF-8. */
export const csvStart = '\uFEFF';

/**
 * Rows as CSV, each ended by CRLF. Semicolons, because Excel in Chile splits at them; a text that a
 * spreadsheet would take for a formula (`=`, `+`, `-`, `@`, …) gets an apostrophe before it.
 */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return stringify([...rows.map((row) => [...row])], {
    delimiter: ';',
    record_delimiter: '\r\n',
    // All of them: an unquoted line break would begin a row, and so perhaps a formula.
    quoted: true,
    quoted_empty: true,
    escape_formulas: true,
  });
}
