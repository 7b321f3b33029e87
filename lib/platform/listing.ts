/** Its noun declares it once: the page's table and the spreadsheet. Its reads are bounded. */

/** What a cell says, as data: `tone` makes it a tag, `note` follows it, quieter. */
export type Cell = {
  text: string;
  href?: string | null;
  tone?: 'neutral' | 'info' | 'success' | 'warning' | 'danger';
  note?: string | null | false;
};

export type Column<R> = {
  label: string;
  /** As drawn; absent: of the spreadsheet alone. */
  cell?: (row: R, now: number) => Cell | string | null;
  /** Of a spreadsheet; absent: the words of the cell. */
  csv?: (row: R, now: number) => string | number | null;
  /** What `sort` of the address is for each way; '': the list as it comes. */
  sort?: { asc?: string; desc?: string };
  /** Both orders in words, the descending one first, of what is no amount and no time of coming. */
  ways?: readonly [string, string];
  /** On the desk; without it the column takes the room that is left. */
  width?: string;
  right?: boolean;
  /** On a phone its heading stands before it. */
  named?: boolean;
};

/** What narrows a list, by its name in the address: one of the choices, a word, or a day. */
export type Filter = {
  name: string;
  label: string;
  choices?: Record<string, string>;
  /** Of no choice. */
  all?: string;
  isWord?: boolean;
  /** Before what was chosen, where that alone does not say what it is. */
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
