import { sql } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';

const MOST_ARRIVED = 100;

/** The id of the lead that came last; 0 before the first. */
export async function newestLead(): Promise<number> {
  const [row] = await getDb().read.all<{ id: number | null }>(sql`select max(id) as id from leads`);
  return row?.id ?? 0;
}

export async function countSince(id: number): Promise<number> {
  const [row] = await getDb().read.all<{ total: number }>(sql`select count(*) as total
    from (select 1 from leads where id > ${id} limit ${MOST_ARRIVED})`);
  return row?.total ?? 0;
}
