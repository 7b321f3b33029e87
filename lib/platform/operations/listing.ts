/**
 * Cell of a list, which is declared once for its page and its CSV. With `tone` it is a tag. `note`
 * is smaller text.
 */
export type Cell = {
  text: string;
  href?: string | null;
  tone?: 'neutral' | 'info' | 'success' | 'warning' | 'danger';
  note?: string | null | false;
};

/** Widths of columns, named by what they hold. `part` is a sixth of the table. */
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
  /** Content on the page. Without it the column appears only in the CSV. */
  cell?: (row: R, now: number) => Cell | string | null;
  /** Content in the CSV. Default: the text of `cell`. */
  csv?: (row: R, now: number) => string | number | null;
  /** Values of the query parameter `sort`. An empty text is the default order. */
  sort?: { asc?: string; desc?: string };
  /** Labels for descending and ascending order. Amounts and times have default labels. */
  ways?: readonly [string, string];
  /** Width on wide screens. Without it the column takes the remaining space. */
  width?: ColumnWidth;
  isRightAligned?: boolean;
  /** Shows the column's heading before the value on phones. */
  isLabelledOnPhones?: boolean;
};

/**
 * A filter of a list. `name` is its query parameter. Its value is one of `choices`, a word
 * (`isWord`) or a day.
 */
export type Filter = {
  name: string;
  label: string;
  choices?: Record<string, string>;
  /** The same choices in groups, for a long list. */
  groups?: readonly { label: string; options: readonly { value: string; label: string }[] }[];
  /** Label of the option without a filter. */
  allLabel?: string;
  isWord?: boolean;
  /** Text before the chip of the active filter, when the choice would be unclear without it. */
  chip?: string;
};

export type Search = { name: string; label: string; placeholder: string };

export type ListPage<R> = {
  rows: readonly R[];
  /** Cursor of the next page, or null after the last row. */
  next: string | number | null;
  /** True if the search stopped before it filled the page. */
  isCut?: boolean;
};

export function cellText(cell: Cell | string | null | undefined): string {
  if (!cell || typeof cell === 'string') return cell ?? '';
  return [cell.text, cell.note].filter(Boolean).join(', ');
}
