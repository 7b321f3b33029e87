import { setImmediate as nextTurn } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import { isoDay } from '#lib/platform/chile/format.ts';
import type { GeneratedFileReply } from '#lib/platform/operations/files.ts';
import { type Column, cellText, type ListPage } from '#lib/platform/operations/listing.ts';

/** Byte order mark, by which Excel recognises UTF-8. */
const csvStart = '\uFEFF';

type Export<R, P> = {
  name: string;
  columns: readonly Column<R>[];
  read: (before: P | undefined) => Promise<Pick<ListPage<R>, 'rows'> & { next: P | null }>;
  now: number;
};

/**
 * Streams a list as a CSV file, page by page, so that memory stays small and other requests run in
 * between.
 */
export function csvFile<R, P>({ name, ...list }: Export<R, P>): GeneratedFileReply {
  return {
    content: linesOf(list),
    type: 'text/csv; charset=utf-8',
    name: `${name}-${isoDay(list.now)}.csv`,
  };
}

async function* linesOf<R, P>({
  columns,
  read,
  now,
}: Omit<Export<R, P>, 'name'>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(csvStart + csvLines([columns.map(({ label }) => label)]));
  let before: P | undefined;
  do {
    const { rows, next } = await read(before);
    const lines = rows.map((row) =>
      columns.map(({ cell, csv }) => `${(csv ?? cellOf(cell))(row, now) ?? ''}`),
    );
    if (lines.length > 0) yield encoder.encode(csvLines(lines));
    await nextTurn();
    before = next ?? undefined;
  } while (before !== undefined);
}

const cellOf =
  <R>(cell: Column<R>['cell']) =>
  (row: R, now: number) =>
    cellText(cell?.(row, now));

/**
 * Formats rows as CSV for Excel in Chile, which splits cells at semicolons. A cell that looks like
 * a formula is escaped with `'`.
 */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return stringify([...rows.map((row) => row.map(plainPhone))], {
    delimiter: ';',
    record_delimiter: '\r\n',
    // Quotes every cell: an unquoted line break would begin a row and could smuggle in a formula.
    quoted: true,
    quoted_empty: true,
    escape_formulas: true,
  });
}

/**
 * Formats `+56 9 1234 5678` as `(+56) 9 1234 5678`, which spreadsheets do not read as a formula.
 */
function plainPhone(cell: string): string {
  return /^\+56[\d ().-]*$/.test(cell) ? `(+56) ${cell.slice(3).trimStart()}` : cell;
}
