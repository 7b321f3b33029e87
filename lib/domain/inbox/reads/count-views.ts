import { type SQL, sql } from 'drizzle-orm';
import { type InboxPage, readInboxPage } from '#lib/domain/inbox/desk-schema.ts';
import { runsOf, spanOf } from '#lib/domain/inbox/reads/conditions.ts';
import { leadingIds } from '#lib/domain/inbox/reads/list-led.ts';
import { type InboxView, inboxViews } from '#lib/domain/inbox/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';

/** Beyond this the exact figure is not needed, and counting would take long. */
export const MOST_COUNTED = 999;

type Asked = { me: string; now: number };

/** How many a list has, on all its pages; null of a search. At most MOST_COUNTED + 1. */
export async function countList(page: InboxPage, asked: Asked): Promise<number | null> {
  if (page.q) return null;
  const [row] = await getDb().read.all<{ total: number }>(await countOf(page, asked));
  return row?.total ?? 0;
}

async function countOf({ sort: _, before: __, ...filter }: InboxPage, asked: Asked): Promise<SQL> {
  const { above, below, times } = await spanOf(getDb().read, filter, undefined);
  const runs = runsOf(filter, asked.me).map(
    (run) => sql`select 1 from leads where ${run} and id > ${above} and id < ${below} ${times}`,
  );
  const found = filter.closing
    ? await leadingIds('closing', filter, asked)
    : sql.join(runs.length > 0 ? runs : [sql`select 0 where 0`], sql` union all `);
  return sql`select count(*) as total from (select 1 from (${found}) limit ${MOST_COUNTED + 1})`;
}

/** How many leads each view has; at most MOST_COUNTED + 1. */
export async function countViews(asked: Asked): Promise<Record<InboxView, number>> {
  const counts = await Promise.all(
    Object.entries(inboxViews).map(async ([name, query]) => {
      return sql`select ${name} as name, (${await countOf(readInboxPage(query), asked)}) as total`;
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
