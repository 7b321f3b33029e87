import { LeadTable, type ShownLead } from '#components/admin/lead-table.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';

type Props = {
  page: { leads: readonly ShownLead[]; before: number | null; lookedAt?: number };
  me: string;
  values: Record<string, string>;
  list: string;
  first: boolean;
};

export function InboxResults({ page, me, values, list, first }: Props) {
  const { leads, before, lookedAt } = page;
  const query = new URLSearchParams(values);
  const narrowed = query.size > 0;
  return (
    <section aria-labelledby="resultados" className="mt-8">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <h2 id="resultados" className="text-xl">
          {headingOf(first, narrowed)}
        </h2>
        <div className="flex flex-wrap gap-x-6">
          {(narrowed || !first) && (
            <a href="/admin" className="py-2">
              Ver todo
            </a>
          )}
          {leads.length > 0 && (
            <a href={`/api/admin/leads.csv?${query}`} download className="py-2">
              Descargar CSV
            </a>
          )}
        </div>
      </div>
      {leads.length > 0 ? (
        <LeadTable leads={leads} me={me} list={list} />
      ) : (
        <p className="rounded-lg border border-line bg-surface p-5">
          {emptyText({ first, narrowed, lookedAt })}
        </p>
      )}
      {lookedAt !== undefined && leads.length > 0 && (
        <p className="mt-4 text-sm text-ink-soft">
          Revisamos las {lookedAt.toLocaleString('es-CL')} coincidencias más recientes.
        </p>
      )}
      {before !== null && (
        <div className="mt-6">
          <LinkButton href={`/admin?${withBefore(query, before)}`} variant="secondary" wide>
            {lookedAt === undefined ? 'Ver anteriores' : 'Seguir buscando'}
          </LinkButton>
        </div>
      )}
    </section>
  );
}

function headingOf(first: boolean, narrowed: boolean): string {
  if (!first) return 'Anteriores';
  return narrowed ? 'Resultados' : 'Lo más reciente';
}

function emptyText({
  first,
  narrowed,
  lookedAt,
}: {
  first: boolean;
  narrowed: boolean;
  lookedAt?: number;
}): string {
  if (lookedAt !== undefined) {
    return `No está entre las ${lookedAt.toLocaleString('es-CL')} coincidencias más recientes.`;
  }
  if (!first) return 'No hay nada más antiguo.';
  if (narrowed) return 'Nada coincide. Prueba con menos palabras o quita un filtro.';
  return 'Todavía no escribe nadie. Lo que llegue aparece aquí de inmediato.';
}

function withBefore(query: URLSearchParams, before: number): string {
  const next = new URLSearchParams(query);
  next.set('before', String(before));
  return next.toString();
}
