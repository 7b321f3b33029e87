import { setImmediate as nextTurn } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';

/** Tells Excel that what follows is UTF-8. */
const csvStart = '\uFEFF';

/** In batches: memory stays flat, and requests run in between. */
export function csvStream(columns: string[], batches: AsyncIterable<string[][]>) {
  const parts = encoded(columns, batches);
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { value, done } = await parts.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: async () => {
        await parts.return();
      },
    },
    { highWaterMark: 0 },
  );
}

async function* encoded(
  columns: string[],
  batches: AsyncIterable<string[][]>,
): AsyncGenerator<Uint8Array, void, void> {
  const encoder = new TextEncoder();
  yield encoder.encode(csvStart + csvLines([columns]));
  for await (const rows of batches) {
    if (rows.length > 0) yield encoder.encode(csvLines(rows));
    await nextTurn();
  }
}

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
