import type { ReactNode } from 'react';
import { ListTable, type TableColumn } from '#components/list/list-table.tsx';
import { NextPage } from '#components/list/listing.tsx';
import type { ListPage } from '#lib/platform/operations/listing.ts';

type PartProps<R> = {
  q: string;
  now: number;
  title: string;
  cursorParam: string;
  columns: readonly TableColumn<R>[];
  page: ListPage<R>;
  keyOf: (row: R) => string | number;
  none?: ReactNode;
};

/** A list on a person's page, with its own heading and next page. An empty one is left out. */
export function PersonPart<R>({ q, title, cursorParam, page, none, ...tableProps }: PartProps<R>) {
  if (page.rows.length === 0 && !none) return null;
  return (
    <section aria-labelledby={`de-${cursorParam}`} className="mt-6">
      <h2 id={`de-${cursorParam}`} className="text-lg">
        {title}
      </h2>
      {page.rows.length > 0 ? (
        <ListTable {...tableProps} caption={`${title} de ${q}`} rows={page.rows} />
      ) : (
        <p className="text-ink-soft">{none}</p>
      )}
      <NextPage path="/admin/personas" values={{ q }} {...{ page, cursorParam }} />
    </section>
  );
}
