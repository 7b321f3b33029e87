import { type SQL, sql } from 'drizzle-orm';
import { type InboxPage, parseInboxPage } from '#lib/domain/requests/team/list-query.ts';
import { idRangeOf, indexRangesOf } from '#lib/domain/requests/team/reads/filters.ts';
import { idsWithTime } from '#lib/domain/requests/team/reads/order-by-time.ts';
import { type InboxView, inboxViews, viewNames } from '#lib/domain/requests/team/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';

/**
 * Counting stops above this number, because an exact figure would take long and nobody needs it.
 */
export const MAX_COUNTED = 999;
const MAX_OF_PERSON = 100;

type CountQuery = { me: string; now: number };

/** Counts a list over all its pages, up to MAX_COUNTED + 1. Returns null for a search. */
export async function countLeadsOf(page: InboxPage, query: CountQuery): Promise<number | null> {
  return page.q ? null : readTotal(await pageCountQuery(page, query));
}

/** Counts the leads of each view, up to MAX_COUNTED + 1. */
export async function countViews(query: CountQuery): Promise<Record<InboxView, number>> {
  const counts = await Promise.all(
    viewNames.map(async (name) => {
      const count = await pageCountQuery(parseInboxPage(inboxViews[name]), query);
      return sql`select ${name} as name, (${count}) as total`;
    }),
  );
  const rows = await getDb().read.all<{ name: InboxView; total: number }>(
    sql.join(counts, sql` union all `),
  );
  return Object.fromEntries(rows.map(({ name, total }) => [name, total])) as Record<
    InboxView,
    number
  >;
}

/** Counts the leads with this e-mail, at most 100. */
export async function countPersonLeads(email: string): Promise<number> {
  return readTotal(
    cappedCountQuery(MAX_OF_PERSON, sql`select 1 from leads where email = ${email}`),
  );
}

/** Counts the leads of each e-mail. Leaves out e-mails without leads. */
export async function countLeadsByEmail(emails: readonly string[]) {
  const counts = await Promise.all(
    emails.map(async (email) => ({ email, count: await countPersonLeads(email) })),
  );
  return counts.filter(({ count }) => count > 0);
}

export function cappedCountQuery(limit: number, rows: SQL): SQL {
  return sql`select count(*) as total from (select 1 from (${rows}) limit ${limit})`;
}

export async function readTotal(count: SQL): Promise<number> {
  const [row] = await getDb().read.all<{ total: number | null }>(count);
  return row?.total ?? 0;
}

async function pageCountQuery(
  { sort: _, before: __, ...filter }: InboxPage,
  query: CountQuery,
): Promise<SQL> {
  if (filter.closing) {
    return cappedCountQuery(MAX_COUNTED + 1, await idsWithTime('closing', filter, query));
  }
  const { above, below, times } = await idRangeOf(getDb().read, filter, undefined);
  const runs = indexRangesOf(filter, query.me).map(
    (run) => sql`select 1 from leads where ${run} and id > ${above} and id < ${below} ${times}`,
  );
  const rows = runs.length > 0 ? sql.join(runs, sql` union all `) : sql`select 0 where 0`;
  return cappedCountQuery(MAX_COUNTED + 1, rows);
}
