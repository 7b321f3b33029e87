import { redirect } from 'next/navigation';
import { cache } from 'react';
import { isFromHere, pageMetadata, readPageQuery } from '#app/_lib/page-query.ts';
import { getPageAdmin } from '#app/_lib/page-user.ts';
import { listActs } from '#components/admin/commands/acts.ts';
import { PageActions } from '#components/admin/commands/admin-commands.tsx';
import { hasBulkBarError } from '#components/admin/inbox/bulk-bar.tsx';
import { InboxFilters } from '#components/admin/inbox/inbox-filters.tsx';
import { InboxResults } from '#components/admin/inbox/inbox-results.tsx';
import { InboxViews } from '#components/admin/inbox/inbox-views.tsx';
import { LiveList } from '#components/admin/inbox/live-list.tsx';
import { WeekCharts } from '#components/admin/inbox/week-charts.tsx';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { listAdvisors } from '#lib/domain/accounts/reads/advisors.ts';
import { bulkActs, bulkText } from '#lib/domain/requests/team/bulk-copy.ts';
import { inboxSearchParams, parseInboxPage } from '#lib/domain/requests/team/list-query.ts';
import { countLeadsOf, countViews, MAX_COUNTED } from '#lib/domain/requests/team/reads/counts.ts';
import { listInboxPage } from '#lib/domain/requests/team/reads/list-inbox-page.ts';
import { findOnlyLeadId } from '#lib/domain/requests/team/reads/list-leads.ts';
import { listRelatedLeads } from '#lib/domain/requests/team/reads/list-related-leads.ts';
import { listSavedViews } from '#lib/domain/requests/team/reads/saved-views.ts';
import { readInboxVersion } from '#lib/domain/requests/team/reads/versions.ts';
import { recentFigures } from '#lib/domain/requests/team/reads/week-figures.ts';
import { inboxViews, viewNames, viewSearchParams } from '#lib/domain/requests/team/rules.ts';
import { requestStates } from '#lib/platform/db/schema/request-states.ts';

/** Counts the leads of each view. Cached, because the title also shows the number of open ones. */
const readViewCounts = cache((me: string, now: number) => countViews({ me, now }));

export async function generateMetadata(props: PageProps<'/admin'>) {
  const { accountId: me, now } = await getPageAdmin();
  const { now: total } = await readViewCounts(me, now);
  return pageMetadata(total > 0 ? `(${cappedCountText(total)}) Bandeja` : 'Bandeja')(props);
}

const cappedCountText = (total: number) => (total > MAX_COUNTED ? `${MAX_COUNTED}+` : `${total}`);

export default async function InboxPage(props: PageProps<'/admin'>) {
  const { query, problem, values: typed, errors } = await readPageQuery(props);
  const { accountId: me, now: at } = await getPageAdmin();
  if (query.ir) {
    const lead = await findOnlyLeadId(query.ir, me);
    redirect(lead ? `/admin/leads/${lead}` : `/admin?${new URLSearchParams({ q: query.ir })}`);
  }
  const inboxPage = parseInboxPage(query);
  const listSearchParams = inboxSearchParams(query);
  // The version is read first, so that a change during the other reads is noticed later.
  const version = await readInboxVersion();
  const [page, counts, savedViews, total, advisors, figures] = await Promise.all([
    listInboxPage(inboxPage, { me, now: at }),
    readViewCounts(me, at),
    listSavedViews(me),
    countLeadsOf(inboxPage, { me, now: at }),
    listAdvisors(),
    listSearchParams === '' || listSearchParams === inboxSearchParams(inboxViews.all)
      ? recentFigures(at)
      : null,
  ]);
  const related = await listRelatedLeads(page.leads.map(({ id }) => id));
  const { before, ...listValues } = Object.fromEntries(new URLSearchParams(listSearchParams));
  const isStart = Object.keys(listValues).length === 0;
  const isView = viewNames.some((name) => viewSearchParams(name) === listSearchParams);
  const values = isStart ? inboxViews.now : { sort: 'newest', ...listValues };
  return (
    <>
      <PageActions actions={listActs(me)} />
      <ProblemNotice problem={hasBulkBarError(errors) ? null : problem} />
      <div className="mb-2 flex flex-wrap items-center gap-x-6 gap-y-3">
        <h1 className="text-xl">Bandeja</h1>
        <InboxViews
          {...{ counts, savedViews, listSearchParams, typed, errors }}
          maxCount={MAX_COUNTED}
        />
      </div>
      <InboxFilters {...{ values, isView, advisors, me }} />
      <LiveList version={version} />
      <InboxResults
        {...{ page, related, me, advisors, values, listSearchParams, isView, typed, errors }}
        now={at}
        count={{ total, maxCount: MAX_COUNTED }}
        isFirst={before === undefined}
      />
      {figures && (
        <details className="mt-4">
          <summary className="w-fit py-1.5 font-semibold">Cifras de las últimas 12 semanas</summary>
          <div className="mt-2">
            <WeekCharts {...figures} />
          </div>
        </details>
      )}
      {/* Sticks to the end of the screen, so that it is visible and moves no row. */}
      <div className="sticky bottom-2 z-10 mt-5">
        <DoneNotice
          tight
          undo={problem || !(await isFromHere()) ? null : undoOf(query, listSearchParams)}
        >
          {problem ? undefined : doneText(query)}
        </DoneNotice>
      </div>
    </>
  );
}

function doneText(query: Record<string, string>): string | undefined {
  if (query.aviso === 'vista') return 'Guardaste la vista.';
  if (query.aviso === 'sin-vista') return 'Quitaste la vista.';
  const [changed = 0, unchanged = 0, barred = 0] = [
    query.hechas,
    query.igual,
    query.fuera ?? 0,
  ].map(Number);
  const act = bulkActs.find((act) => act === query.aviso);
  if (!act || !Number.isSafeInteger(changed + unchanged + barred)) return undefined;
  const to = requestStates.find((state) => state === query.a);
  return bulkText(act, { changed, unchanged, barred, to });
}

/** Returns the undo of a bulk act, whose former values are in the notice's query, or null. */
function undoOf({ aviso = '', ...query }: Record<string, string>, list: string) {
  const previousStates = Object.entries(query).filter(([name]) => name.startsWith('lead-'));
  if (previousStates.length === 0) return null;
  const action = `/admin/deshacer${list && `?${list}`}`;
  const { a = '' } = query;
  return { action, fields: { hecha: aviso, a, ...Object.fromEntries(previousStates) } };
}
