/** A list is declared once for its page and its CSV. `tone` makes a tag, `note` is smaller text. */
export type Cell = {
  text: string;
  href?: string | null;
  tone?: 'neutral' | 'info' | 'success' | 'warning' | 'danger';
  note?: string | null | false;
};

/** Widths are named by their content. `part` is a sixth of the table. */
export type ColumnWidth =
  | 'box'
  | 'mark'
  | 'wait'
  | 'brief'
  | 'number'
  | 'short'
  | 'amount'
  | 'middle'
  | 'tag'
  | 'time'
  | 'part';

export type Column<R> = {
  label: string;
  /** Content on the page. Without it the column is only in the CSV. */
  cell?: (row: R, now: number) => Cell | string | null;
  /** Content in the CSV, by default the text of `cell`. */
  csv?: (row: R, now: number) => string | number | null;
  /** Values of `sort` in the query. An empty text is the default order. */
  sort?: { asc?: string; desc?: string };
  /** Labels for descending and ascending. Amounts and times have their own by default. */
  ways?: readonly [string, string];
  /** Width on wide screens. Without it the column takes the remaining room. */
  width?: ColumnWidth;
  right?: boolean;
  /** Shows the column's heading before the value on phones. */
  named?: boolean;
};

/** A filter of a list, by its name in the query. Its value is a choice, a word or a day. */
export type Filter = {
  name: string;
  label: string;
  choices?: Record<string, string>;
  /** Label for no choice. */
  all?: string;
  isWord?: boolean;
  /** Prefix of the active filter's chip, when the choice would be unclear without it. */
  chip?: string;
};

export type Search = { name: string; label: string; placeholder: string };

export type ListPage<R> = {
  rows: readonly R[];
  /** Cursor of the next page, or null on the last one. */
  next: string | number | null;
  /** The search stopped before the page was full. */
  isCut?: boolean;
};

export function cellText(cell: Cell | string | null | undefined): string {
  if (!cell || typeof cell === 'string') return cell ?? '';
  return [cell.text, cell.note].filter(Boolean).join(', ');
}
