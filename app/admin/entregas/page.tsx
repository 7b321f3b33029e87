import { findNotice, pageMetadata, readPageQuery } from '#app/_lib/page-query.ts';
import { getPageAdmin } from '#app/_lib/page-user.ts';
import { DeadDeliveries } from '#components/admin/dead-deliveries.tsx';
import { DeliveryButton } from '#components/admin/delivery-button.tsx';
import { QueueTable } from '#components/admin/queue-table.tsx';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { type TableColumn, wrapColumn } from '#components/list/list-table.tsx';
import { Listing } from '#components/list/listing.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { countFailuresByReason, countWaitingByKind } from '#lib/domain/deliveries/reads.ts';
import {
  deliveryColumns,
  deliveryFilters,
  deliveryListQuery,
  type ListedDelivery,
} from '#lib/domain/requests/team/delivery-list.ts';
import { listDeliveries } from '#lib/domain/requests/team/reads/list-deliveries.ts';
import { listGivenUpGroups } from '#lib/domain/requests/team/reads/list-given-up-groups.ts';
import { fieldErrors } from '#lib/platform/operations/fields.ts';
import { now } from '#lib/platform/process/clock.ts';

const pagePath = '/admin/entregas';
const search = {
  name: 'q',
  label: 'Buscar',
  placeholder: 'Correo de quien lo recibe, o un número: solicitud, póliza, orden, licitación, RUT',
};

export const generateMetadata = pageMetadata('Envíos');

export default async function DeliveriesPage(props: PageProps<'/admin/entregas'>) {
  const { query, problem } = await readPageQuery(props);
  await getPageAdmin();
  const { before, error: _, aviso: __, ...values } = query;
  const parsed = deliveryListQuery.safeParse(values);
  const at = now();
  const [queue, troubles, dead, page] = await Promise.all([
    countWaitingByKind(at),
    countFailuresByReason(),
    listGivenUpGroups(),
    parsed.success ? listDeliveries(parsed.data, before) : null,
  ]);
  const notice = findNotice(notices, query);
  return (
    <>
      <PageHeading intro="Correos y avisos al CRM que salen por su cuenta. Si el proveedor no responde, cada uno se intenta hasta 12 veces en unos dos días; lo que rechaza del todo, una vez.">
        Envíos
      </PageHeading>
      <ProblemNotice problem={problem} />
      <DoneNotice>{!problem && notice}</DoneNotice>
      <div className="grid gap-5">
        <DeadDeliveries groups={dead} />
        <QueueTable queue={queue} troubles={troubles} now={at} />
      </div>
      <div className="mt-8">
        {(values.solicitud || values.pago) && (
          <p className="mb-2">
            Solo los envíos de {values.pago ? `el pago ${values.pago}` : 'una solicitud o mensaje'}.{' '}
            <a href={`${pagePath}#resultados`} className="inline-block py-1">
              Ver todos
            </a>
          </p>
        )}
        <Listing
          path={pagePath}
          {...{ values, search, page }}
          cursor={before}
          filters={deliveryFilters}
          errors={parsed.success ? {} : fieldErrors(parsed.error)}
          columns={page?.rows.some(({ state }) => state !== 'sent') ? retryColumns : columns}
          keyOf={({ id }) => id}
          now={at}
          title="Los más recientes primero"
          empty="Nada coincide. Lo enviado se guarda 90 días."
        />
      </div>
    </>
  );
}

const resendColumn: TableColumn<ListedDelivery> = {
  label: 'Otra vez',
  width: 'tag',
  // The row's link covers the whole row, so this button must lie above it.
  className: 'relative z-1',
  // A sent mail is sent again only from its own page, where the team sees what it says.
  cell: ({ id, kind, state, lastError }) =>
    state !== 'sent' && <DeliveryButton {...{ id, kind, state, lastError }} />,
};

const columns = deliveryColumns.map(wrapColumn);
const retryColumns = [...columns, resendColumn];

const notices: Record<string, string> = {
  envio: 'Está en camino.',
  envios: 'Están en camino.',
};
