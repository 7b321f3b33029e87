import { TenderCard } from '#components/marketplace/tender-card.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import { tenderSearchPath } from '#lib/domain/drafts/view.ts';
import { parseTypedTenderId } from '#lib/domain/marketplace/rules.ts';
import type {
  TenderFilter,
  TenderListItem as TenderFound,
} from '#lib/domain/marketplace/schema.ts';
import type { TenderStatus } from '#lib/domain/tenders/view.ts';
import { formatDateTime } from '#lib/platform/chile/format.ts';

type Props = {
  filter: TenderFilter;
  /** Id of the draft for which a tender is chosen. */
  draft: string | undefined;
  page: { tenders: readonly TenderFound[]; next: string | null; count: number };
  /** The tender whose id was searched for, as far as it is known. */
  tenderStatus: TenderStatus | null;
  now: number;
};

export function TenderResults({ filter, draft, page, tenderStatus, now }: Props) {
  const { tenders, next, count } = page;
  if (tenders.length === 0) return <NoTenders {...{ filter, draft, tenderStatus }} />;
  return (
    <section aria-labelledby="resultados" className="mt-8">
      <h2 id="resultados" className="text-lg">
        {foundText(count)}
      </h2>
      <ul className="mt-4 grid gap-4 lg:grid-cols-2">
        {tenders.map((tender) => (
          <TenderCard key={tender.code} {...{ tender, draft, now }} />
        ))}
      </ul>
      <p className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
        {next && (
          <LinkButton
            href={resultsPath({ ...filter, desde: next, borrador: draft })}
            variant="secondary"
            wide
          >
            Ver las que cierran después
          </LinkButton>
        )}
        {filter.desde && (
          <a
            href={resultsPath({ ...filter, desde: undefined, borrador: draft })}
            className="inline-block py-2"
          >
            Volver a las primeras
          </a>
        )}
      </p>
    </section>
  );
}

function NoTenders({
  filter,
  draft,
  tenderStatus,
}: Pick<Props, 'filter' | 'draft' | 'tenderStatus'>) {
  const isNarrowed = Object.keys(filter).length > 0;
  const isId = parseTypedTenderId(filter.q ?? '').ok;
  if (tenderStatus?.isClosed && tenderStatus.closesAt !== null) {
    return (
      <section aria-labelledby="resultados" className="mt-8">
        <h2 id="resultados" className="mb-4 text-lg">
          {tenderStatus.code} ya cerró
        </h2>
        <Notice tone="warning">
          <p>
            <UnbrokenText text={`Cerró el ${formatDateTime(tenderStatus.closesAt)}`} />
            {tenderStatus.state && `, y está ${tenderStatus.state.toLowerCase()}`}. Una garantía de
            seriedad ya no sirve para ofertar en ella. Si te la adjudicaron, pide el fiel
            cumplimiento arriba.
          </p>
        </Notice>
      </section>
    );
  }
  return (
    <section aria-labelledby="resultados" className="mt-8">
      <h2 id="resultados" className="text-lg">
        {isId
          ? 'Esa licitación no está entre las abiertas'
          : isNarrowed
            ? 'Ninguna licitación abierta calza'
            : 'Todavía no hay licitaciones para mostrar'}
      </h2>
      <EmptyState art="tray">
        {isId ? (
          'Si ya cerró, o todavía no la vemos, puedes pedir su garantía igual: su ID está arriba.'
        ) : isNarrowed ? (
          <>
            Prueba con menos palabras o{' '}
            <a href={tenderSearchPath(draft)} className="inline-block py-1">
              quita los filtros
            </a>
            . Si tienes su ID, puedes pedir la garantía igual.
          </>
        ) : (
          'Si tienes el ID de la tuya, puedes pedir la garantía igual.'
        )}
      </EmptyState>
    </section>
  );
}

function foundText(count: number): string {
  if (count === 1) return '1 licitación';
  return count >= 1000 ? 'Más de 1.000 licitaciones' : `${count} licitaciones`;
}

function resultsPath(
  filter: Partial<Record<keyof TenderFilter | 'borrador', string | undefined>>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value);
  return query.size > 0 ? `/licitaciones?${query}` : '/licitaciones';
}
