import type { Metadata } from 'next';
import { readPageQuery } from '#app/_lib/page-query.ts';
import { requirePageUser } from '#app/_lib/page-user.ts';
import { CsvLink } from '#components/list/csv-link.tsx';
import { ListFilters } from '#components/list/list-filters.tsx';
import { NextPage } from '#components/list/listing.tsx';
import { ActivityList } from '#components/panel/trail-lists.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { listMemberNames } from '#lib/domain/accounts/companies/reads.ts';
import { listActivity } from '#lib/domain/dashboard/reads/activity.ts';
import {
  activityFilters,
  activityPageQuery,
  activityPeriods,
  activitySearch,
} from '#lib/domain/dashboard/activity-filter.ts';
import { fieldErrors } from '#lib/platform/operations/fields.ts';

const PAGE_SIZE = 25;
const pagePath = '/panel/actividad';

export async function generateMetadata(): Promise<Metadata> {
  return { title: titleFor(await requirePageUser()) };
}

export default async function ActivityPage(props: PageProps<'/panel/actividad'>) {
  const user = await requirePageUser();
  const { query } = await readPageQuery(props);
  const { antes: _, ...values } = query;
  const parsed = activityPageQuery.safeParse(query);
  const { antes: before, ...filter } = parsed.data ?? {};
  const fetchedEvents = parsed.success
    ? await listActivity(user, { limit: PAGE_SIZE + 1, before, filter })
    : [];
  const events = fetchedEvents.slice(0, PAGE_SIZE);
  const lastEvent = events.at(-1);
  const memberNames = user.companyId ? await listMemberNames(user.companyId) : null;
  const isFiltered = Object.values(filter).some(Boolean);
  return (
    <div className="max-w-text">
      {!user.companyId && <BackLink href="/panel/perfil" label="Volver al perfil" />}
      <PageHeading
        intro={
          user.companyId
            ? 'Lo que hicieron quienes trabajan en ella, y lo de tu cuenta. Lo más reciente primero.'
            : 'Todo lo que pasó con tu cuenta, desde lo más reciente.'
        }
      >
        {titleFor(user)}
      </PageHeading>
      <ListFilters
        path={pagePath}
        values={values}
        search={activitySearch}
        filters={activityFilters(memberNames)}
        shortcuts={activityPeriods(user.now)}
        errors={parsed.success ? {} : fieldErrors(parsed.error)}
      />
      {events.length > 0 ? (
        <>
          <div className="mb-4">
            <CsvLink path={pagePath} values={values} />
          </div>
          <ActivityList events={events} />
        </>
      ) : (
        <p>{isFiltered ? 'Nada coincide.' : 'No hay más actividad.'}</p>
      )}
      <NextPage
        path={pagePath}
        values={values}
        page={{ next: lastEvent && fetchedEvents.length > PAGE_SIZE ? lastEvent.id : null }}
        cursorParam="antes"
      />
    </div>
  );
}

function titleFor({ companyId }: { companyId: string | null }): string {
  return companyId ? 'Actividad de la empresa' : 'Actividad de tu cuenta';
}
