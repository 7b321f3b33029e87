import { readPageQuery } from '#app/_lib/page-query.ts';
import { getPageAdmin } from '#app/_lib/page-user.ts';
import { leadNameOf } from '#components/admin/inbox/lead-columns.tsx';
import { leadHref } from '#components/admin/lead/lead-form.ts';
import { OfferExtensionLink } from '#components/admin/offer-extension-link.tsx';
import { type TableColumn, wrapColumn } from '#components/list/list-table.tsx';
import { Listing, NextPage } from '#components/list/listing.tsx';
import { Card } from '#components/ui/card.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import {
  ENDING_DAYS,
  ENDING_STATE,
  issuedColumns,
  issuedFilterQuery,
  issuedFilters,
  nothingFoundText,
} from '#lib/domain/issued-guarantees/columns.ts';
import { listGuaranteePage } from '#lib/domain/issued-guarantees/reads/admin-list.ts';
import { listExtensions } from '#lib/domain/issued-guarantees/reads/extensions.ts';
import type { IssuedDetail } from '#lib/domain/issued-guarantees/view.ts';
import { listUnrecordedRequests } from '#lib/domain/requests/team/reads/list-leads.ts';
import type { LeadsPage } from '#lib/domain/requests/team/reads/rows.ts';
import { parseValid } from '#lib/platform/operations/fields.ts';
import { parseRowId } from '#lib/platform/operations/row-id.ts';

const pagePath = '/admin/garantias';
const search = {
  name: 'q',
  label: 'Buscar',
  placeholder: 'Número, RUT, monto, licitación, código; emisor, tomador o beneficiario',
};

export const metadata = { title: 'Garantías' };

export default async function GuaranteesPage(props: PageProps<'/admin/garantias'>) {
  const { query } = await readPageQuery(props);
  const { now } = await getPageAdmin();
  const { antes, desde, ...filterParams } = query;
  const filter = parseValid(issuedFilterQuery, filterParams);
  const isDefaultList = Object.keys(filterParams).length === 0;
  const page = await listGuaranteePage(
    isDefaultList ? { state: ENDING_STATE, before: desde, now } : { ...filter, before: antes, now },
  );
  const extensions = await listExtensions(page.rows.map(({ number }) => number));
  const nextStepColumn: TableColumn<IssuedDetail> = {
    label: 'Qué sigue',
    width: 'amount',
    cell: (record) => (
      <OfferExtensionLink {...{ record, now }} extension={extensions.get(record.number)} compact />
    ),
  };
  return (
    <>
      <PageHeading>Garantías</PageHeading>
      <Listing
        {...{ path: pagePath, search, page, now }}
        values={filterParams}
        {...(isDefaultList && { defaults: { state: ENDING_STATE, sort: 'vence' } })}
        cursorParam={isDefaultList ? 'desde' : 'antes'}
        filters={issuedFilters}
        columns={[...issuedColumns('advisor').map(wrapColumn), nextStepColumn]}
        keyOf={({ number }) => number}
        title={titleOf(filter, isDefaultList, page.rows.length)}
        empty={
          isDefaultList ? (
            <NoEndingGuarantees />
          ) : filter.q ? (
            nothingFoundText(filter.q)
          ) : (
            'Ninguna está así.'
          )
        }
        csv="/api/admin/guarantees.csv"
        isSearch={Boolean(filter.q)}
      />
      {isDefaultList && (
        <UnrecordedRequests page={await listUnrecordedRequests(parseRowId(antes))} />
      )}
      {isDefaultList && (
        <p className="mt-5">
          <a href={`${pagePath}?q=`} className="inline-block py-2.5">
            Ver todas
          </a>
        </p>
      )}
    </>
  );
}

function titleOf(
  { q, state }: { q?: string | undefined; state?: string | undefined },
  isDefaultList: boolean,
  rowCount: number,
) {
  if (isDefaultList) return `Terminan en ${ENDING_DAYS} días`;
  if (rowCount === 0) return 'Nada coincide';
  if (q) return 'Encontradas, las más nuevas primero';
  return state ? 'Encontradas' : 'Todas';
}

function NoEndingGuarantees() {
  return (
    <EmptyState art="request">
      Ninguna garantía vigente termina en los próximos {ENDING_DAYS} días.
    </EmptyState>
  );
}

/** Lists requests that the CRM reports as issued but that have no recorded guarantee. */
function UnrecordedRequests({ page: { leads, before } }: { page: LeadsPage }) {
  return (
    <div className="mt-6 max-w-text">
      <Card id="por-registrar" title="Por registrar">
        {leads.length === 0 ? (
          <p>No falta registrar ninguna garantía emitida.</p>
        ) : (
          <>
            <p className="mb-3">
              En HubSpot ya figuran como emitidas: falta registrar aquí sus garantías.
            </p>
            <ul className="border-t border-line">
              {leads.map((lead) => (
                <li
                  key={lead.id}
                  className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-2"
                >
                  <p className="wrap-anywhere">
                    <span className="font-semibold">Solicitud N.º {lead.submissionId}</span>{' '}
                    <span className="text-ink-soft">{lead.company ?? leadNameOf(lead)}</span>
                  </p>
                  <LinkButton href={`${leadHref(lead.id, '')}#emision`} variant="secondary" compact>
                    Registrar emisión
                  </LinkButton>
                </li>
              ))}
            </ul>
          </>
        )}
        <NextPage path={pagePath} values={{}} page={{ next: before }} cursorParam="antes" />
      </Card>
    </div>
  );
}
