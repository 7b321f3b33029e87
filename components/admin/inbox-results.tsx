import { BulkBar } from '#components/admin/bulk-bar.tsx';
import { LeadTable, type ShownLead } from '#components/admin/lead-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';

type Page = {
  leads: readonly ShownLead[];
  before: number | string | null;
  lookedAt?: number;
};

type Props = {
  page: Page;
  me: string;
  advisors: readonly { id: string; email: string; name: string | null }[];
  now: number;
  /** The page's query, without where it begins. */
  values: Record<string, string>;
  list: string;
  first: boolean;
  /** Of the bar for many and its rows, after a refusal. */
  typed: Record<string, string>;
  errors: Record<string, string>;
};

export function InboxResults({ page, me, advisors, now, values, list, first, ...refused }: Props) {
  const { leads, before, lookedAt } = page;
  const { closing, sort, ...filter } = values;
  const back = list && `?${list}`;
  const narrowed = Object.keys(filter).length > 0 || closing !== undefined;
  const looked = lookedAt?.toLocaleString('es-CL');
  return (
    <section aria-labelledby="resultados" className="mt-2">
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <h2 id="resultados" className="text-lg">
          {headingOf(values, { first, narrowed })}
        </h2>
        {leads.length > 0 && !closing && (
          <a
            href={`/api/admin/leads.csv?${new URLSearchParams(filter)}`}
            download
            className="py-2 text-sm"
          >
            Descargar CSV
          </a>
        )}
      </div>
      {leads.length > 0 ? (
        <form id="ids" tabIndex={-1} method="post" action={`/f/admin/asignar${back}`} data-once="">
          <LeadTable {...{ leads, me, now, list }} ticked={refused.typed} sorts={sortsOf(values)} />
          <BulkBar {...{ advisors, me, back, ...refused }} />
        </form>
      ) : (
        <EmptyState art="tray">
          {looked
            ? `No está entre las ${looked} coincidencias más recientes.`
            : emptyText({ first, narrowed })}
        </EmptyState>
      )}
      {looked && leads.length > 0 && (
        <p className="mt-4 text-sm text-ink-soft">
          Revisamos las {looked} coincidencias más recientes.
        </p>
      )}
      {before !== null && (
        <div className="mt-6">
          <LinkButton href={hrefWith(values, { before: `${before}` })} variant="secondary" wide>
            {looked ? 'Seguir buscando' : 'Ver las que siguen'}
          </LinkButton>
        </div>
      )}
    </section>
  );
}

/** A search has one order, the newest first: looking for the oldest match would read all of them. */
function sortsOf(values: Record<string, string>) {
  if (values.q) return {};
  const { sort, closing, ...rest } = values;
  const order = closing ? 'closing' : sort;
  return {
    age: {
      href: hrefWith(rest, order ? {} : { sort: 'oldest' }),
      ...(order !== 'closing' && {
        sorted: order ? ('ascending' as const) : ('descending' as const),
      }),
    },
    closing: {
      href: hrefWith(rest, closing ? { closing } : { sort: 'closing' }),
      ...(order === 'closing' && { sorted: 'ascending' as const }),
    },
  };
}

function headingOf(
  { sort, closing, q }: Record<string, string>,
  { first, narrowed }: { first: boolean; narrowed: boolean },
): string {
  if (!first) return 'Continuación';
  if ((closing || sort === 'closing') && !q) return 'Licitaciones que cierran primero';
  if (sort && !q) return 'Las que más esperan';
  return narrowed ? 'Resultados' : 'Lo más reciente';
}

function emptyText({ first, narrowed }: { first: boolean; narrowed: boolean }): string {
  if (!first) return 'No hay más.';
  if (narrowed) return 'Nada coincide. Prueba con menos palabras o quita un filtro.';
  return 'Todavía no escribe nadie. Lo que llegue aparece aquí de inmediato.';
}

function hrefWith(values: Record<string, string>, more: Record<string, string>): string {
  const query = new URLSearchParams({ ...values, ...more });
  return query.size > 0 ? `/admin?${query}` : '/admin';
}
