import { sql } from 'drizzle-orm';
import { readInboxPage } from '#lib/domain/inbox/desk-schema.ts';
import { runsOf } from '#lib/domain/inbox/reads/conditions.ts';
import { closingIds } from '#lib/domain/inbox/reads/list-closing.ts';
import { type InboxView, inboxViews } from '#lib/domain/inbox/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';

/** Beyond this the exact figure is not needed, and counting would take long. */
export const MOST_COUNTED = 999;

/** How many leads each view has; at most MOST_COUNTED + 1. */
export async function countViews(asked: {
  me: string;
  now: number;
}): Promise<Record<InboxView, number>> {
  const counts = await Promise.all(
    Object.entries(inboxViews).map(async ([name, query]) => {
      const { sort: _, before: __, ...filter } = readInboxPage(query);
      const runs = runsOf(filter, asked.me).map((run) => sql`select 1 from leads where ${run}`);
      const found = filter.closing
        ? await closingIds(filter, asked)
        : sql.join(runs, sql` union all `);
      return sql`select ${name} as name, count(*) as total
        from (select 1 from (${found}) limit ${MOST_COUNTED + 1})`;
    }),
  );
  const rows = await getDb().read.all<{ name: InboxView; total: number }>(
    sql.join(counts, sql` union all `),
  );
  return Object.fromEntries(
    Object.keys(inboxViews).map((name) => [
      name,
      rows.find((row) => row.name === name)?.total ?? 0,
    ]),
  ) as Record<InboxView, number>;
}
