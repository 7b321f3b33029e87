import type { Metadata } from 'next';
import { readPageQuery } from '#app/_lib/page-query.ts';
import { getPageUser } from '#app/_lib/page-user.ts';
import { CsvLink } from '#components/list/csv-link.tsx';
import { ListFilters } from '#components/list/list-filters.tsx';
import { NextPage } from '#components/list/listing.tsx';
import { ActivityList } from '#components/panel/trail-lists.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { listActivity } from '#lib/domain/dashboard/activity.ts';
import {
  activityFilters,
  activityPage,
  activitySearch,
} from '#lib/domain/dashboard/activity-filter.ts';
import { fieldErrors } from '#lib/platform/operations/fields.ts';

const PAGE_SIZE = 25;
const home = '/panel/actividad';

export const metadata: Metadata = { title: 'Actividad de tu cuenta' };

export default async function ActivityPage(props: PageProps<'/panel/actividad'>) {
  const user = await getPageUser();
  const { query } = await readPageQuery(props);
  const { antes: _, ...values } = query;
  const parsed = activityPage.safeParse(query);
  const { antes: before, ...filter } = parsed.data ?? {};
  const fetched = parsed.success
    ? await listActivity(user, { limit: PAGE_SIZE + 1, before, filter })
    : [];
  const events = fetched.slice(0, PAGE_SIZE);
  const last = events.at(-1);
  const isFiltered = Object.values(filter).some(Boolean);
  return (
    <div className="max-w-text">
      <BackLink href="/panel/perfil" label="Volver al perfil" />
      <PageHeading
        lead={`Todo lo que pasó con tu cuenta${user.companyId ? ' y con la empresa' : ''}, desde lo más reciente.`}
      >
        Actividad de tu cuenta
      </PageHeading>
      <ListFilters
        path={home}
        values={values}
        search={activitySearch}
        filters={activityFilters}
        errors={parsed.success ? {} : fieldErrors(parsed.error)}
      />
      {events.length > 0 ? (
        <>
          <div className="mb-4">
            <CsvLink path={home} values={values} />
          </div>
          <ActivityList events={events} />
        </>
      ) : (
        <p>{isFiltered ? 'Nada coincide.' : 'No hay más actividad.'}</p>
      )}
      <NextPage
        path={home}
        values={values}
        page={{ next: last && fetched.length > PAGE_SIZE ? last.id : null }}
        from="antes"
      />
    </div>
  );
}
