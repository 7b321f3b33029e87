import { orNotFound } from '#app/or-not-found.ts';
import { getPageAdmin } from '#app/page-member.ts';
import { addressOf, noticeOf, type PageProps, readPageQuery, titled } from '#app/page-query.ts';
import { AdminPage } from '#components/admin/admin-page.tsx';
import { LeadActions } from '#components/admin/lead-actions.tsx';
import { LeadDeliveries } from '#components/admin/lead-deliveries.tsx';
import { LeadFacts } from '#components/admin/lead-facts.tsx';
import { fromList } from '#components/admin/lead-form.ts';
import { LeadHeading } from '#components/admin/lead-heading.tsx';
import { LeadHistory } from '#components/admin/lead-history.tsx';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { listAdvisors } from '#lib/domain/accounts/reads.ts';
import { inboxQuery } from '#lib/domain/inbox/schema.ts';
import { openLead } from '#lib/domain/inbox/writes/open-lead.ts';

type Props = PageProps & { params: Promise<{ id: string }> };

export const generateMetadata = titled('Detalle');

export default async function LeadPage(props: Props) {
  const { id } = await props.params;
  const { query, problem, values, errors } = await readPageQuery(props);
  const admin = await getPageAdmin(addressOf(`/admin/leads/${id}`, query));
  const { accountId: me, email } = admin;
  const lead = await orNotFound(id, (number) => openLead(admin, number));
  const advisors = await listAdvisors();
  const list = inboxQuery(Object.fromEntries(new URLSearchParams(query.lista)));
  // After a login the form shows what was typed before, not a refusal.
  const expired = problem?.code === 'no_session';
  const mailWaits = lead.deliveries.some(
    ({ kind, state }) => kind === 'lead.state-mail' && state === 'waiting',
  );
  const done = (place: Place) => (problem ? undefined : doneAt(place, query, mailWaits));
  return (
    <AdminPage email={email} current="bandeja">
      <LeadHeading lead={lead} me={me} list={list} />
      {!expired && <ProblemNotice problem={problem} />}
      {expired && (
        <div className="mb-6">
          <Notice tone="info" role="status">
            <p>Tu sesión había vencido. Revisa lo que estabas haciendo y guárdalo otra vez.</p>
          </Notice>
        </div>
      )}
      <div id="aviso" className="scroll-mt-4">
        <DoneNotice tight>{done('aviso')}</DoneNotice>
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-[7fr_5fr]">
        {lead.erasedAt === null && (
          <div className="grid gap-5">
            <LeadFacts lead={lead} />
          </div>
        )}
        <div className="grid gap-5">
          {lead.erasedAt === null && (
            <LeadActions
              {...{ lead, me, list, advisors, values, errors }}
              done={done('acciones')}
            />
          )}
          <LeadHistory events={lead.events} receivedAt={lead.createdAt} done={done('historia')} />
          {(lead.erasedAt === null || lead.deliveries.length > 0) && (
            <LeadDeliveries
              leadId={lead.id}
              list={list}
              deliveries={lead.deliveries}
              done={done('envios')}
            />
          )}
          {lead.erasedAt === null && (
            <p>
              <a
                href={`/admin/leads/${lead.id}/borrar${fromList(list)}`}
                className="inline-block py-2"
              >
                Borrar los datos de esta persona
              </a>
            </p>
          )}
        </div>
      </div>
    </AdminPage>
  );
}

type Place = 'aviso' | 'acciones' | 'historia' | 'envios';

function doneAt(
  place: Place,
  query: Record<string, string>,
  mailWaits: boolean,
): string | undefined {
  const text = noticeOf(notices[place], query);
  if (!text) return undefined;
  const warned = query.aviso === 'estado' && mailWaits;
  return [
    text,
    ...(warned ? ['Le avisamos en un minuto; si fue un error, cámbialo de nuevo.'] : []),
    ...(query.nota ? ['También guardamos tu nota.'] : []),
  ].join(' ');
}

const notices: Record<Place, Record<string, string>> = {
  aviso: { atendida: 'Quedó como atendida.', abierta: 'Quedó abierta otra vez.' },
  acciones: {
    asignada: 'Guardamos a quién está asignada.',
    estado: 'Guardamos el estado.',
  },
  historia: { nota: 'Guardamos la nota.' },
  envios: { envio: 'Está en camino.' },
};
