/** A noun declares a list once for the page's table and the spreadsheet. */

/** The content of a cell as data: `tone` makes it a tag, and `note` follows it, quieter. */
export type Cell = {
  text: string;
  href?: string | null;
  tone?: 'neutral' | 'info' | 'success' | 'warning' | 'danger';
  note?: string | null | false;
};

/** Columns are as wide as their content. `part` is a sixth of the table. */
export type ColumnWidth =
  | 'box'
  | 'mark'
  | 'wait'
  | 'brief'
  | 'number'
  | 'short'
  | 'amount'
  | 'middle'
  | 'time'
  | 'part';

export type Column<R> = {
  label: string;
  /** It is the cell of the page. A column without it is in the spreadsheet alone. */
  cell?: (row: R, now: number) => Cell | string | null;
  /** It is the cell of the spreadsheet, by default the words of `cell`. */
  csv?: (row: R, now: number) => string | number | null;
  /** These are the values of `sort` in the address. '' is the default order. */
  sort?: { asc?: string; desc?: string };
  /** These words name descending, then ascending, unless they are those of amounts or times. */
  ways?: readonly [string, string];
  /** It applies to wide screens. Without it the column takes the room that is left. */
  width?: ColumnWidth;
  right?: boolean;
  /** A phone shows its heading before it. */
  named?: boolean;
};

/** A filter by its name in the address takes a choice, a word, or a day. */
export type Filter = {
  name: string;
  label: string;
  choices?: Record<string, string>;
  /** This label stands for no choice. */
  all?: string;
  isWord?: boolean;
  /** The chip has this prefix when the choice alone is unclear. */
  chip?: string;
};

export type Search = { name: string; label: string; placeholder: string };

export type Listed<R> = {
  rows: readonly R[];
  /** The next page begins here. Null means that this is the last. */
  next: string | number | null;
  /** The search stopped before the page was full. */
  isCut?: boolean;
};

export function cellText(cell: Cell | string | null | undefined): string {
  if (!cell || typeof cell === 'string') return cell ?? '';
  return [cell.text, cell.note].filter(Boolean).join(', ');
}
