import type { ReactNode } from 'react';
import { ListFilters, type Shortcut } from '#components/list/list-filters.tsx';
import { ListTable, listHref, type TableColumn } from '#components/list/list-table.tsx';
import { CommandLink } from '#components/ui/commands.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import type { Filter, ListPage, Search } from '#lib/platform/operations/listing.ts';

type Props<R> = {
  path: string;
  /** The query of the page, without its cursor. */
  values: Record<string, string>;
  /** The default query of the list, which a search replaces. */
  defaults?: Record<string, string>;
  search: Search;
  filters?: readonly Filter[];
  errors?: Record<string, string> | undefined;
  /** Links that set several filters together. */
  shortcuts?: readonly Shortcut[];
  columns: readonly TableColumn<R>[];
  /** Null if the query is invalid. */
  page: ListPage<R> | null;
  keyOf: (row: R) => string | number;
  now: number;
  title: string;
  total?: string | undefined;
  empty: ReactNode;
  csv?: string;
  /** True if a search determines the order. */
  isSearch?: boolean;
  /** Query parameter that has the page's cursor. */
  cursorParam?: string;
  /** The cursor of the page that is shown, if it is not the first. */
  cursor?: string | undefined;
};

export function Listing<R>({
  path,
  values,
  page,
  title,
  total,
  empty,
  csv,
  cursorParam,
  cursor,
  ...list
}: Props<R>) {
  const { defaults, search, filters, errors, shortcuts, columns, keyOf, now, isSearch } = list;
  const currentValues = { ...defaults, ...values };
  const sortableColumns = columns.filter(({ sort }) => sort && !isSearch);
  return (
    <>
      <ListFilters
        {...{ path, values, search }}
        columns={sortableColumns}
        filters={filters}
        errors={errors}
        shortcuts={shortcuts}
      />
      {page && (
        <section aria-labelledby="resultados" className="mt-2">
          <ListHeading
            {...{ title, total }}
            csv={csv && page.rows.length > 0 && listHref(csv, currentValues)}
          />
          {page.rows.length > 0 ? (
            <ListTable
              {...{ columns, keyOf, now }}
              caption={title}
              rows={page.rows}
              sorting={isSearch ? undefined : { path, values: currentValues }}
            />
          ) : (
            <div className="max-w-text">
              {page.isCut ? 'No está entre las más recientes.' : empty}
            </div>
          )}
          <NextPage {...{ path, values, page, cursorParam, cursor }} />
        </section>
      )}
    </>
  );
}

type HeadingProps = { title: string; total?: string | undefined; csv?: string | false | undefined };

export function ListHeading({ title, total, csv }: HeadingProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 max-lg:mb-2">
      <h2 id="resultados" className="text-lg">
        {title}
        {total && <span className="px-2 text-sm font-normal text-ink-soft">{total}</span>}
      </h2>
      {csv && (
        <CommandLink
          commandLabel="Descargar el CSV de esta lista"
          href={csv}
          className="py-2 text-sm"
        >
          Descargar CSV
        </CommandLink>
      )}
    </div>
  );
}

type NextProps = {
  path: string;
  values: Record<string, string>;
  page: Pick<ListPage<unknown>, 'next' | 'isCut'>;
  cursorParam?: string | undefined;
  cursor?: string | undefined;
};

export function NextPage({
  path,
  values,
  page: { next, isCut },
  cursorParam = 'before',
  cursor,
}: NextProps) {
  if (next === null && !cursor) return null;
  return (
    <div className="mt-6 flex flex-wrap items-center gap-x-5 gap-y-2">
      {next !== null && (
        <LinkButton
          href={listHref(path, { ...values, [cursorParam]: `${next}` })}
          variant="secondary"
          wide
        >
          {isCut ? 'Seguir buscando' : 'Ver las que siguen'}
        </LinkButton>
      )}
      {cursor && (
        <a href={listHref(path, values)} className="inline-block py-2">
          Volver al principio de la lista
        </a>
      )}
    </div>
  );
}
