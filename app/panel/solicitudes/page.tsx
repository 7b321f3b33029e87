import type { Metadata } from 'next';
import { getPageMember } from '#app/_lib/page-member.ts';
import { addressOf, readPageQuery } from '#app/_lib/page-query.ts';
import { Listing } from '#components/list/listing.tsx';
import { requestColumns } from '#components/requests/request-columns.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { listOwnRequests, type OwnRequest } from '#lib/domain/requests/applicant/reads.ts';
import { ownRequestsPage } from '#lib/domain/requests/applicant/schema.ts';
import { requestStateCopy } from '#lib/domain/requests/leads/copy.ts';
import { parseValid } from '#lib/platform/operations/fields.ts';

export const metadata: Metadata = { title: 'Tus solicitudes' };

const home = '/panel/solicitudes';
const search = { name: 'q', label: 'Buscar', placeholder: 'Número, licitación o beneficiario' };
const filters = [{ name: 'state', label: 'Estado', choices: requestStateCopy }];
const keyOf = ({ submissionId }: OwnRequest) => submissionId;

export default async function RequestsPage(props: PageProps<'/panel/solicitudes'>) {
  const { query } = await readPageQuery(props);
  const member = await getPageMember(addressOf(home, query));
  const { before, ...filter } = parseValid(ownRequestsPage, query);
  const { requests, before: next } = await listOwnRequests(member, { ...filter, before });
  const isPlain = !(filter.q ?? filter.state);
  const isEmpty = isPlain && !before && requests.length === 0;
  return (
    <>
      {member.companyId ? (
        <PageHeading lead="Las de quienes trabajan en ella, y las que llegaron con sus datos.">
          Solicitudes de la empresa
        </PageHeading>
      ) : (
        <PageHeading lead={`Las que enviaste con ${member.email}.`}>Tus solicitudes</PageHeading>
      )}
      {query.aviso === 'borrada' && (
        <DoneNotice>
          Borramos los datos de tu solicitud. Sus archivos se borran en menos de una hora.
        </DoneNotice>
      )}
      <div className="mb-6">
        <LinkButton href="/gestiona-tu-garantia" wide>
          Pedir una garantía
        </LinkButton>
      </div>
      {isEmpty ? (
        <EmptyState art="request">
          Aún no hay ninguna. Si pediste una garantía con otro correo, no aparece aquí.
        </EmptyState>
      ) : (
        <Listing
          {...{ search, filters, keyOf }}
          path={home}
          values={filter}
          columns={requestColumns}
          page={{ rows: requests, next }}
          now={member.now}
          title={isPlain ? 'Todas' : 'Encontradas'}
          empty={before ? 'No hay más solicitudes.' : 'Ninguna coincide. Prueba con menos letras.'}
        />
      )}
    </>
  );
}
