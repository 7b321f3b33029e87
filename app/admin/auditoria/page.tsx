import { pageMetadata, readPageQuery } from '#app/_lib/page-query.ts';
import { getPageAdmin } from '#app/_lib/page-user.ts';
import { ListTable, wrapColumn } from '#components/list/list-table.tsx';
import { Listing, NextPage } from '#components/list/listing.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import { recordTrailView } from '#lib/domain/audit-trail/operations.ts';
import { listTrail } from '#lib/domain/audit-trail/reads.ts';
import { trailPageQuery } from '#lib/domain/audit-trail/schema.ts';
import {
  actionText,
  actLabel,
  dayShortcuts,
  type TrailEvent,
  trailColumns,
  trailFilters,
} from '#lib/domain/audit-trail/view.ts';
import { listOpeningsOf, openingColumns } from '#lib/domain/share-links/admin-list.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { fieldErrors } from '#lib/platform/operations/fields.ts';

const pagePath = '/admin/auditoria';
/** Events per page. On a phone each event is a card. */
const PAGE_SIZE = 25;
const search = {
  name: 'person',
  label: 'Buscar',
  placeholder:
    'Correo, nombre de alguien del equipo, RUT, número de solicitud, póliza u orden, o qué se hizo',
};

/** The table shows what an act changed below its name. */
const columns = trailColumns.map((column) =>
  column.label === actLabel
    ? { ...wrapColumn(column), cell: (event: TrailEvent) => <ActCell {...event} /> }
    : wrapColumn(column),
);

export const generateMetadata = pageMetadata('Auditoría');

export default async function TrailPage(props: PageProps<'/admin/auditoria'>) {
  const { query } = await readPageQuery(props);
  const admin = await getPageAdmin();
  const parsed = trailPageQuery.safeParse(query);
  const { before, ...filter } = parsed.data ?? {};
  if (parsed.success) await recordTrailView(admin, filter);
  const { before: cursor, aperturas, ...values } = query;
  const openings = filter.object ? await listOpeningsOf(filter.object, aperturas) : null;
  return (
    <>
      <PageHeading intro="Quién vio, cambió o envió qué. Nada se borra antes de su plazo, y cada día queda sellado.">
        Auditoría
      </PageHeading>
      <Listing
        {...{ path: pagePath, values, search, cursor }}
        filters={trailFilters}
        shortcuts={dayShortcuts(isoDay(admin.now))}
        errors={parsed.success ? {} : fieldErrors(parsed.error)}
        columns={columns}
        page={parsed.success ? await listTrail(filter, { before, limit: PAGE_SIZE }) : null}
        keyOf={({ id }) => id}
        now={admin.now}
        title="Lo más reciente primero"
        empty="Nada coincide."
        csv="/api/admin/audit.csv"
      />
      {openings && (
        <section aria-labelledby="aperturas" className="mt-8">
          <h2 id="aperturas" className="text-lg">
            Quién abrió el enlace
          </h2>
          {openings.email && (
            <p className="text-ink-soft">Se abre con un código que llega a {openings.email}.</p>
          )}
          {openings.rows.length > 0 ? (
            <ListTable
              caption="Quién abrió el enlace"
              columns={openingColumns.map(wrapColumn)}
              rows={openings.rows}
              keyOf={({ id }) => id}
              now={admin.now}
            />
          ) : (
            <p className="text-ink-soft">Nadie lo ha abierto.</p>
          )}
          <NextPage path={pagePath} values={values} page={openings} cursorParam="aperturas" />
        </section>
      )}
    </>
  );
}

function ActCell({ action, detail }: TrailEvent) {
  return (
    <>
      {actionText(action)}
      {detail && (
        <span className="block text-ink-soft">
          <UnbrokenText text={detail} />
        </span>
      )}
    </>
  );
}
