import type { Metadata } from 'next';
import { orNotFound } from '#app/or-not-found.ts';
import { getPageAdmin } from '#app/page-member.ts';
import { addressOf, noticeOf, type PageProps, readPageQuery, titleOf } from '#app/page-query.ts';
import { AdminPage } from '#components/admin/admin-page.tsx';
import { LeadActions } from '#components/admin/lead-actions.tsx';
import { LeadDeliveries } from '#components/admin/lead-deliveries.tsx';
import { LeadFacts } from '#components/admin/lead-facts.tsx';
import { LeadHeading } from '#components/admin/lead-heading.tsx';
import { LeadHistory } from '#components/admin/lead-history.tsx';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { listAdvisors } from '#lib/domain/accounts/reads.ts';
import { getLead } from '#lib/domain/inbox/reads/get-lead.ts';

type Props = PageProps & { params: Promise<{ id: string }> };

export async function generateMetadata(props: Props): Promise<Metadata> {
  return titleOf('Detalle', (await readPageQuery(props)).problem);
}

export default async function LeadPage(props: Props) {
  const { id } = await props.params;
  const { query, problem, values, errors } = await readPageQuery(props);
  const { accountId: me, email } = await getPageAdmin(addressOf(`/admin/leads/${id}`, query));
  const [lead, advisors] = await Promise.all([orNotFound(id, getLead), listAdvisors()]);
  // Whoever comes back from a login finds what was typed, not a refusal.
  const expired = problem?.code === 'no_session';
  const notice = expired
    ? 'Tu sesión había vencido. Revisa lo que estabas haciendo y guárdalo otra vez.'
    : noticeOf(notices, query);
  return (
    <AdminPage email={email} current="bandeja">
      <LeadHeading lead={lead} me={me} />
      {!expired && <ProblemNotice problem={problem} />}
      {notice && (expired || !problem) && (
        <div className="mb-6">
          <Notice tone={expired ? 'info' : 'success'} role="status">
            <p>{notice}</p>
          </Notice>
        </div>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-[7fr_5fr]">
        <div className="grid gap-5">
          <LeadFacts lead={lead} />
        </div>
        <div className="grid gap-5">
          <LeadActions {...{ lead, me, advisors, values, errors }} />
          <LeadHistory events={lead.events} receivedAt={lead.createdAt} />
          <LeadDeliveries leadId={lead.id} deliveries={lead.deliveries} />
        </div>
      </div>
    </AdminPage>
  );
}

/** What was just done. */
const notices: Record<string, string> = {
  yes: 'Quedó como atendida.',
  no: 'Quedó abierta otra vez.',
  asignada: 'Guardamos a quién está asignada.',
  nota: 'Guardamos la nota.',
  estado: 'Guardamos el estado.',
  envio: 'Está en camino.',
};
