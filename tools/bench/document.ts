import type { Row } from '#tools/bench/table.ts';

/**
 * Returns a document with the table of a benchmark between `<!-- bench: name -->` and `<!-- end
 * -->`, or null if the document has no such place.
 */
export function withTable(text: string, name: string, caption: string, rows: Row[]): string | null {
  const start = `<!-- bench: ${name} -->\n`;
  const from = text.indexOf(start);
  const to = text.indexOf('<!-- end -->', from);
  if (from < 0 || to < 0) return null;
  return `${text.slice(0, from)}${start}${caption}\n\n${markdown(rows)}\n\n${text.slice(to)}`;
}

/**
 * Formats rows as a Markdown table. More than three columns have a header row; a benchmark with
 * values and notes has none.
 */
function markdown(rows: Row[]): string {
  const columns = Math.max(...rows.map((row) => row.length));
  const line = (cells: string[]) =>
    `| ${Array.from({ length: columns }, (_, i) => cells[i]?.trim() ?? '').join(' | ')} |`;
  const hasHead = columns > 3;
  const [head, ...values] = hasHead ? rows : [[], ...rows];
  const rule = `|---|${'--:|'.repeat(columns - 2)}---|`;
  return [line(head ?? []), rule, ...values.map(line)].join('\n');
}
