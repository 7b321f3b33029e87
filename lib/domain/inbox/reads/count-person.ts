import { sql } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';

const MOST = 100;

export async function countOfPerson(email: string): Promise<number> {
  const [row] = await getDb().read.all<{ total: number }>(
    sql`select count(*) as total from (select 1 from leads where email = ${email} limit ${MOST})`,
  );
  return row?.total ?? 0;
}
