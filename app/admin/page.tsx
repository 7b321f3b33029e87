import type { Metadata } from 'next';
import { getPageAdmin } from '#app/page-member.ts';
import { addressOf, type PageProps, readPageQuery } from '#app/page-query.ts';
import { AdminPage } from '#components/admin/admin-page.tsx';
import { InboxFilters } from '#components/admin/inbox-filters.tsx';
import { InboxResults } from '#components/admin/inbox-results.tsx';
import { UnhandledCounts } from '#components/admin/unhandled-counts.tsx';
import { WeekCharts } from '#components/admin/week-charts.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { listAdvisors } from '#lib/domain/accounts/reads.ts';
import { countUnhandled, MOST_COUNTED } from '#lib/domain/inbox/reads/count-unhandled.ts';
import { recentWeeks } from '#lib/domain/inbox/reads/count-weeks.ts';
import { listLeads } from '#lib/domain/inbox/reads/list-leads.ts';
import { inboxQuery, readInboxPage } from '#lib/domain/inbox/schema.ts';
import { now } from '#lib/platform/clock.ts';

export const metadata: Metadata = { title: 'Bandeja' };

export default async function InboxPage(props: PageProps) {
  const { query } = await readPageQuery(props);
  const { accountId: me, email } = await getPageAdmin(addressOf('/admin', query));
  const { before, ...filter } = readInboxPage(query);
  const narrowed = Object.values(filter).some((value) => value !== undefined);
  const isHome = !narrowed && before === undefined;
  const [page, counts, advisors, weeks] = await Promise.all([
    listLeads(filter, { me, before }),
    countUnhandled(me),
    listAdvisors(),
    isHome ? recentWeeks(now()) : [],
  ]);
  const values = Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  return (
    <AdminPage email={email} current="bandeja">
      <PageHeading>Bandeja</PageHeading>
      <UnhandledCounts counts={counts} most={MOST_COUNTED} />
      <InboxFilters values={values} advisors={advisors} me={me} />
      <InboxResults
        page={page}
        me={me}
        values={values}
        list={inboxQuery(query)}
        first={before === undefined}
      />
      {weeks.length > 0 && <WeekCharts weeks={weeks} />}
    </AdminPage>
  );
}
