/** A list that its noun declares once, for the page's table and the spreadsheet. */

/** What a cell says, as data: `tone` makes it a tag, `note` follows it, quieter. */
export type Cell = {
  text: string;
  href?: string | null;
  tone?: 'neutral' | 'info' | 'success' | 'warning' | 'danger';
  note?: string | null | false;
};

/** Columns are as wide as what they hold; `part` is a sixth of the table. */
export type ColumnWidth =
  | 'box'
  | 'mark'
  | 'brief'
  | 'number'
  | 'short'
  | 'amount'
  | 'middle'
  | 'time'
  | 'part';

export type Column<R> = {
  label: string;
  /** Cell of the page; absent: the column is in the spreadsheet alone. */
  cell?: (row: R, now: number) => Cell | string | null;
  /** Cell of the spreadsheet; absent: the words of `cell`. */
  csv?: (row: R, now: number) => string | number | null;
  /** Value of `sort` in the address for each direction; '': the default order. */
  sort?: { asc?: string; desc?: string };
  /** Both directions in words, descending first, where they are not those of amounts or times. */
  ways?: readonly [string, string];
  /** Width on wide screens; absent: the room that is left. */
  width?: ColumnWidth;
  right?: boolean;
  /** On a phone its heading stands before it. */
  named?: boolean;
};

/** A filter, by its name in the address: one of the choices, a word, or a day. */
export type Filter = {
  name: string;
  label: string;
  choices?: Record<string, string>;
  /** Label of no choice. */
  all?: string;
  isWord?: boolean;
  /** Prefix of the chip, where the choice alone does not say what it is about. */
  chip?: string;
};

export type Search = { name: string; label: string; placeholder: string };

export type Listed<R> = {
  rows: readonly R[];
  /** Where the next page begins; null: that was all. */
  next: string | number | null;
  /** It stopped looking before the page was full. */
  isCut?: boolean;
};

export function cellText(cell: Cell | string | null | undefined): string {
  if (!cell || typeof cell === 'string') return cell ?? '';
  return [cell.text, cell.note].filter(Boolean).join(', ');
}
