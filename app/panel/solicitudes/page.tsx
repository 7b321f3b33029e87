import type { Metadata } from 'next';
import { getPageMember } from '#app/_lib/page-member.ts';
import { addressOf, readPageQuery } from '#app/_lib/page-query.ts';
import { RequestCard } from '#components/requests/request-card.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { listOwnRequests } from '#lib/domain/requests/applicant/reads.ts';
import { ownRequestsPage } from '#lib/domain/requests/applicant/schema.ts';
import { parseValid } from '#lib/platform/operations/fields.ts';

export const metadata: Metadata = { title: 'Tus solicitudes' };

export default async function RequestsPage(props: PageProps<'/panel/solicitudes'>) {
  const { query } = await readPageQuery(props);
  const member = await getPageMember(addressOf('/panel/solicitudes', query));
  const filter = parseValid(ownRequestsPage, query);
  const { requests, before } = await listOwnRequests(member, filter);
  return (
    <div className="max-w-text">
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
      {requests.length === 0 && (
        <EmptyState art="request">
          {query.before
            ? 'No hay más solicitudes.'
            : 'Aún no hay ninguna. Si pediste una garantía con otro correo, no aparece aquí.'}
        </EmptyState>
      )}
      <ul className="grid gap-4">
        {requests.map((request) => (
          <li key={request.submissionId}>
            <RequestCard request={request} now={member.now} />
          </li>
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap gap-3">
        {before !== null && (
          <LinkButton href={`/panel/solicitudes?before=${before}`} variant="secondary" wide>
            Ver anteriores
          </LinkButton>
        )}
        <LinkButton
          href="/gestiona-tu-garantia"
          variant={requests.length === 0 ? 'primary' : 'secondary'}
          wide
        >
          Pedir una garantía
        </LinkButton>
      </div>
    </div>
  );
}
