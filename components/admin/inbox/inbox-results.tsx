import { BulkBar } from '#components/admin/inbox/bulk-bar.tsx';
import { leadColumns } from '#components/admin/inbox/lead-columns.tsx';
import { LeadRows } from '#components/admin/inbox/lead-rows.tsx';
import { ListTable, listHref } from '#components/list/list-table.tsx';
import { ListHeading, NextPage } from '#components/list/listing.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import type { Advisor, LeadsPage, RelatedLead } from '#lib/domain/requests/team/view.ts';

/** Returns `1–25 de 213`, or `25 de 213` on a later page. Totals above `maxCount` are not exact. */
function totalText(shownRows: number, { total, maxCount, isFirst }: Count & { isFirst: boolean }) {
  if (total === null) return undefined;
  const allText = total > maxCount ? `más de ${maxCount}` : `${total}`;
  return `${isFirst && shownRows > 1 ? '1–' : ''}${shownRows} de ${allText}`;
}

type Count = { total: number | null; maxCount: number };

type Props = {
  page: LeadsPage<number | string>;
  count: Count;
  /** The nearest lead of the same person, company or tender, by the id of the shown lead. */
  related: ReadonlyMap<number, RelatedLead>;
  /** Account id of the advisor who looks. */
  me: string;
  advisors: readonly Advisor[];
  now: number;
  /** The search params of the page, without its cursor. */
  values: Record<string, string>;
  listSearchParams: string;
  /** True if the query is exactly that of a standard view. */
  isView: boolean;
  isFirst: boolean;
  /** Values of the bulk bar and of the rows' boxes after a refusal. */
  typed: Record<string, string>;
  errors: Record<string, string>;
};

export function InboxResults({
  page,
  count,
  related,
  me,
  advisors,
  now,
  values,
  listSearchParams,
  isView,
  isFirst,
  ...refusedForm
}: Props) {
  const { leads, before, examinedCount } = page;
  const { closing, sort, ...filter } = values;
  const backSearchParams = listSearchParams && `?${listSearchParams}`;
  const isNarrowed = !isView && (Object.keys(filter).length > 0 || closing !== undefined);
  const examinedText = examinedCount?.toLocaleString('es-CL');
  return (
    <section aria-labelledby="resultados" className="mt-2">
      <ListHeading
        title={headingOf(values, { isFirst, isNarrowed })}
        total={leads.length > 0 ? totalText(leads.length, { ...count, isFirst }) : undefined}
        csv={leads.length > 0 && !closing && listHref('/api/admin/leads.csv', filter)}
      />
      {leads.length > 0 ? (
        <LeadRows action={`/admin/asignar${backSearchParams}`}>
          <ListTable
            caption="Quiénes escribieron"
            columns={leadColumns({
              leads,
              me,
              related,
              listSearchParams,
              tickedBoxes: refusedForm.typed,
            })}
            rows={leads}
            keyOf={({ id }) => id}
            now={now}
            sorting={sortingOf(values)}
          />
          <BulkBar {...{ advisors, me, backSearchParams, ...refusedForm }} />
        </LeadRows>
      ) : (
        <EmptyState art="tray">
          {examinedText
            ? `No está entre las ${examinedText} coincidencias más recientes.`
            : emptyText(values, { isFirst, isNarrowed })}
        </EmptyState>
      )}
      {examinedText && leads.length > 0 && (
        <p className="mt-4 text-sm text-ink-soft">
          Revisamos las {examinedText} coincidencias más recientes.
        </p>
      )}
      <NextPage
        path="/admin"
        values={values}
        page={{ next: before, isCut: Boolean(examinedText) }}
      />
    </section>
  );
}

/**
 * Searches are sorted newest first only: finding the oldest match would mean reading all of them.
 */
function sortingOf({ q, closing, ...values }: Record<string, string>) {
  if (q) return undefined;
  return { path: '/admin', values: closing ? { ...values, sort: 'closing' } : values };
}

type ListPosition = { isFirst: boolean; isNarrowed: boolean };

function headingOf(
  { sort, closing, q }: Record<string, string>,
  { isFirst, isNarrowed }: ListPosition,
): string {
  if (!isFirst) return 'Continuación';
  if ((closing || sort === 'closing') && !q) return 'Lo que cierra o rige primero';
  if (sort === 'urgent') return 'Lo más urgente primero';
  if (sort !== 'newest' && !q)
    return sort === 'waiting' ? 'Las que más esperan' : 'Las más antiguas';
  if (q) return 'Resultados, lo más reciente primero';
  return isNarrowed ? 'Resultados' : 'Lo más reciente primero';
}

function emptyText(
  { turn, q }: Record<string, string>,
  { isFirst, isNarrowed }: ListPosition,
): string {
  if (!isFirst) return 'No hay más.';
  if (isNarrowed && turn) return 'Nada coincide en esta vista.';
  if (turn === 'ours') return 'Nada nos toca ahora. Lo que llegue aparece aquí de inmediato.';
  if (q) return 'Nada coincide. Prueba con menos palabras o quita un filtro.';
  if (isNarrowed) return 'Ahora no hay ninguna así.';
  return 'Todavía no escribe nadie. Lo que llegue aparece aquí de inmediato.';
}
