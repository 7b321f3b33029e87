import { getPageAdmin } from '#app/page-member.ts';
import { addressOf, type PageProps, readPageQuery, titled } from '#app/page-query.ts';
import { AdminPage } from '#components/admin/admin-page.tsx';
import { TrailFilters } from '#components/admin/trail-filters.tsx';
import { TrailList } from '#components/admin/trail-list.tsx';
import { Card } from '#components/ui/card.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { recordTrailLook } from '#lib/domain/audit/operations.ts';
import { trailPage } from '#lib/domain/audit/schema.ts';
import { listTrail } from '#lib/domain/audit/trail.ts';
import { fieldErrors } from '#lib/platform/fields.ts';

const home = '/admin/auditoria';

export const generateMetadata = titled('Auditoría');

export default async function TrailPage(props: PageProps) {
  const { query } = await readPageQuery(props);
  const admin = await getPageAdmin(addressOf(home, query));
  const asked = trailPage.safeParse(query);
  const { before: _, ...values } = query;
  return (
    <AdminPage email={admin.email} current="auditoria">
      <PageHeading lead="Quién vio, cambió o envió qué. Nada se borra antes de su plazo, y cada día queda sellado.">
        Auditoría
      </PageHeading>
      <div className="grid gap-5">
        <Card title="Buscar">
          <TrailFilters values={values} errors={asked.success ? {} : fieldErrors(asked.error)} />
        </Card>
        {asked.success && <Found {...{ admin, values }} asked={asked.data} />}
      </div>
    </AdminPage>
  );
}

type FoundProps = {
  admin: Awaited<ReturnType<typeof getPageAdmin>>;
  asked: ReturnType<typeof trailPage.parse>;
  values: Record<string, string>;
};

async function Found({ admin, asked: { before, ...filter }, values }: FoundProps) {
  await recordTrailLook(admin, filter);
  const page = await listTrail(filter, { before });
  const csv = addressOf('/api/admin/audit.csv', values);
  return (
    <Card title="Lo más reciente primero">
      {page.events.length > 0 ? <TrailList events={page.events} /> : <p>Nada coincide.</p>}
      <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3">
        {page.before !== null && (
          <LinkButton
            href={addressOf(home, { ...values, before: String(page.before) })}
            variant="secondary"
          >
            Ver anteriores
          </LinkButton>
        )}
        <a href={csv} className="inline-block py-2">
          Descargar como CSV
        </a>
      </div>
    </Card>
  );
}
