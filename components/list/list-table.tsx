import type { ReactNode } from 'react';
import { Tag } from '#components/ui/tag.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import {
  type Cell,
  type Column,
  type ColumnWidth,
  cellText,
} from '#lib/platform/operations/listing.ts';

/** A column of a page. Its cells may contain markup; those of `Column` have only data. */
export type TableColumn<R> = Omit<Column<R>, 'cell'> & {
  cell?: ((row: R, now: number) => Cell | ReactNode) | undefined;
  heading?: ReactNode;
  title?: (row: R) => string | undefined;
  /** Number of columns that the cell takes in a row. With 0 the cell is left out. */
  span?: (row: R) => number;
  className?: string;
  /** True if the note of a cell stands below its text on wide screens. */
  isStacked?: boolean;
};

/** Makes a column wrap long texts, which other columns cut. */
export function wrapColumn<R>(column: Column<R>): TableColumn<R> {
  return { ...column, className: 'lg:whitespace-normal wrap-anywhere' };
}

type Props<R> = {
  caption: string;
  columns: readonly TableColumn<R>[];
  rows: readonly R[];
  keyOf: (row: R) => string | number;
  now: number;
  /** Path and query of the list for links that sort it. Undefined if it has only one order. */
  sorting?: { path: string; values: Record<string, string> } | undefined;
};

/** A table with explicit roles, because browsers drop its roles when CSS changes `display`. */
export function ListTable<R>({ caption, columns, rows, keyOf, now, sorting }: Props<R>) {
  const shownColumns = columns.filter(({ cell }) => cell);
  return (
    <table
      {...roleProps('table')}
      className="block w-full text-left text-sm lg:table lg:table-fixed"
    >
      <caption className="sr-only">{caption}</caption>
      <thead {...roleProps('rowgroup')} className="sr-only lg:not-sr-only lg:table-header-group">
        <tr {...roleProps('row')} className="text-ink-soft">
          {shownColumns.map((column) => (
            <Heading key={column.label} {...{ column, sorting }} />
          ))}
        </tr>
      </thead>
      <tbody {...roleProps('rowgroup')} className="grid gap-3 lg:table-row-group">
        {rows.map((row) => {
          const mainColumn = shownColumns.find(
            ({ cell, isLabelledOnPhones }) => !isLabelledOnPhones && linkOf(cell?.(row, now)),
          );
          return (
            <tr key={keyOf(row)} {...roleProps('row')} className="list-row">
              {shownColumns.map((column) => (
                <TableCell
                  key={column.label}
                  {...{ column, row, now }}
                  isMain={column === mainColumn}
                />
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const widths: Record<ColumnWidth, string> = {
  box: 'lg:w-9',
  mark: 'lg:w-11',
  wait: 'lg:w-20',
  brief: 'lg:w-26',
  number: 'lg:w-26',
  short: 'lg:w-30',
  amount: 'lg:w-36',
  middle: 'lg:w-40',
  tag: 'lg:w-48',
  time: 'lg:w-42',
  part: 'lg:w-[17%]',
};

const roleProps = (role: string) => ({ role });

type HeadingProps<R> = { column: TableColumn<R>; sorting: Props<R>['sorting'] };

function Heading<R>({ column, sorting }: HeadingProps<R>) {
  const { label, heading = label, sort, width, isRightAligned } = column;
  const { asc, desc } = sort ?? {};
  const currentSort = sorting?.values.sort ?? '';
  const [isUp, isDown] = [asc === currentSort, desc === currentSort];
  const nextSort = (isDown ? (asc ?? desc) : (desc ?? asc)) ?? '';
  return (
    <th
      {...roleProps('columnheader')}
      scope="col"
      aria-sort={sorting && (isUp ? 'ascending' : isDown ? 'descending' : undefined)}
      className={`border-b border-line-strong bg-canvas pl-1 font-semibold lg:sticky lg:top-0 lg:z-2 ${width ? widths[width] : ''} ${isRightAligned ? 'pr-4 text-right' : 'pr-2'}`}
    >
      {sort && sorting ? (
        <>
          {/* Phones hide the headings by clipping, and a hidden link would still take the focus.
           */}
          <a href={sortHref(sorting, nextSort)} className="hidden py-1.5 lg:inline-block">
            {heading}
            <span aria-hidden="true">{isUp ? ' ↑' : isDown ? ' ↓' : ''}</span>
          </a>
          <span className="lg:hidden">{heading}</span>
        </>
      ) : (
        <span className="inline-block py-1.5">{heading}</span>
      )}
    </th>
  );
}

function sortHref({ path, values }: { path: string; values: Record<string, string> }, to: string) {
  const { sort: _, ...otherValues } = values;
  return listHref(path, to ? { ...otherValues, sort: to } : otherValues);
}

export function listHref(path: string, values: Record<string, string>): string {
  const query = new URLSearchParams(values);
  return query.size > 0 ? `${path}?${query}` : path;
}

const isCell = (content: Cell | ReactNode): content is Cell =>
  typeof content === 'object' && content !== null && 'text' in content;
const linkOf = (content: Cell | ReactNode) => isCell(content) && content.href;

type CellProps<R> = { column: TableColumn<R>; row: R; now: number; isMain: boolean };

function TableCell<R>({ column, row, now, isMain }: CellProps<R>) {
  const {
    cell,
    span,
    title,
    isRightAligned,
    isLabelledOnPhones,
    className = '',
    label,
    isStacked,
  } = column;
  const columns = span?.(row) ?? 1;
  if (columns === 0) return null;
  const content = cell?.(row, now);
  const isData = isCell(content);
  const cellWords = isData || typeof content === 'string' ? cellText(content) : undefined;
  return (
    <td
      {...roleProps('cell')}
      title={(title?.(row) ?? cellWords) || undefined}
      colSpan={columns === 1 ? undefined : columns}
      className={`list-cell ${isRightAligned ? 'tabular-nums lg:pr-4 lg:text-right' : ''} ${className}`}
    >
      {isLabelledOnPhones && cellWords && (
        <span className="text-ink-soft lg:hidden">{label}: </span>
      )}
      {isData ? <Data {...content} {...{ isMain, isStacked }} /> : content}
    </td>
  );
}

type DataProps = Cell & { isMain: boolean; isStacked: boolean | undefined };

/**
 * The content of a cell. The row's first link covers the whole row, and other links lie above it.
 */
function Data({ text, href, tone, note, isMain, isStacked }: DataProps) {
  return (
    <>
      {href ? (
        <a
          href={href}
          className={
            isMain
              ? 'font-semibold lg:no-underline lg:hover:underline after:absolute after:inset-0'
              : 'relative z-1'
          }
        >
          {text}
        </a>
      ) : tone ? (
        <Tag tone={tone}>{text}</Tag>
      ) : (
        text
      )}
      {note && (
        <span className={`text-ink-soft ${isStacked ? 'lg:block' : ''}`}>
          <span className={isStacked ? 'lg:hidden' : undefined}>{' · '}</span>
          <UnbrokenText text={note} />
        </span>
      )}
    </>
  );
}
