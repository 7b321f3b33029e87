import { readPageQuery, titled } from '#app/_lib/page-query.ts';
import { getPageAdmin } from '#app/_lib/page-user.ts';
import { wrapColumn } from '#components/list/list-table.tsx';
import { Listing } from '#components/list/listing.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { recordTrailView } from '#lib/domain/audit/operations.ts';
import { trailPage } from '#lib/domain/audit/schema.ts';
import { listTrail } from '#lib/domain/audit/trail.ts';
import { trailColumns, trailFilters } from '#lib/domain/audit/view.ts';
import { fieldErrors } from '#lib/platform/operations/fields.ts';

const home = '/admin/auditoria';
/** Number of events of a page, each of which is a card on a phone. */
const PAGE_SIZE = 25;
const search = {
  name: 'person',
  label: 'Persona',
  placeholder: 'Su correo: lo que hizo y le hicieron',
};

export const generateMetadata = titled('Auditoría');

export default async function TrailPage(props: PageProps<'/admin/auditoria'>) {
  const { query } = await readPageQuery(props);
  const admin = await getPageAdmin();
  const parsed = trailPage.safeParse(query);
  const { before, ...filter } = parsed.data ?? {};
  if (parsed.success) await recordTrailView(admin, filter);
  const { before: _, ...values } = query;
  return (
    <>
      <PageHeading lead="Quién vio, cambió o envió qué. Nada se borra antes de su plazo, y cada día queda sellado.">
        Auditoría
      </PageHeading>
      <Listing
        {...{ path: home, values, search }}
        filters={trailFilters}
        errors={parsed.success ? {} : fieldErrors(parsed.error)}
        columns={trailColumns.map(wrapColumn)}
        page={parsed.success ? await listTrail(filter, { before, limit: PAGE_SIZE }) : null}
        keyOf={({ id }) => id}
        now={admin.now}
        title="Lo más reciente primero"
        empty="Nada coincide."
        csv="/api/admin/audit.csv"
      />
    </>
  );
}
