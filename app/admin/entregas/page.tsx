import { noticeOf, readPageQuery, titled } from '#app/_lib/page-query.ts';
import { getPageAdmin } from '#app/_lib/page-user.ts';
import { DeadDeliveries } from '#components/admin/dead-deliveries.tsx';
import { QueueTable } from '#components/admin/queue-table.tsx';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { Listing } from '#components/list/listing.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { readQueue, readTroubles } from '#lib/domain/deliveries/reads.ts';
import { listDeadGroups } from '#lib/domain/requests/team/reads/list-dead-groups.ts';
import { listSent, sentColumns } from '#lib/domain/requests/team/reads/list-sent.ts';
import { now } from '#lib/platform/process/clock.ts';

const home = '/admin/entregas';
const search = {
  name: 'q',
  label: 'Enviados a',
  placeholder: 'Correo completo de quien lo recibió',
};

export const generateMetadata = titled('Envíos');

export default async function DeliveriesPage(props: PageProps<'/admin/entregas'>) {
  const { query, problem } = await readPageQuery(props);
  await getPageAdmin();
  const { q = '' } = query;
  const at = now();
  const [queue, troubles, dead, sentFigures] = await Promise.all([
    readQueue(),
    readTroubles(),
    listDeadGroups(),
    listSent(q),
  ]);
  const notice = noticeOf(notices, query);
  return (
    <>
      <PageHeading lead="Correos y avisos al CRM que salen por su cuenta. Si el proveedor no responde, cada uno se intenta hasta 12 veces en unos dos días; lo que rechaza del todo, una vez.">
        Envíos
      </PageHeading>
      <ProblemNotice problem={problem} />
      <DoneNotice>{!problem && notice}</DoneNotice>
      <div className="grid gap-5">
        <DeadDeliveries groups={dead} />
        <QueueTable queue={queue} troubles={troubles} now={at} />
      </div>
      <div className="mt-8">
        <Listing
          path={home}
          values={q ? { q } : {}}
          search={search}
          columns={sentColumns}
          page={{ rows: sentFigures, next: null }}
          keyOf={({ id }) => id}
          now={at}
          title={q ? `Los últimos enviados a ${q}` : 'Los últimos enviados'}
          empty={
            q
              ? 'Nada enviado a ese correo en los últimos 90 días. Los enlaces de documentos no se buscan aquí: están en la lista de quien los creó.'
              : 'Todavía no se ha enviado nada.'
          }
        />
      </div>
    </>
  );
}

const notices: Record<string, string> = {
  envio: 'Está en camino.',
  envios: 'Están en camino.',
};
