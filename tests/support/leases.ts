import { sql } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';

/** The database's clock, which no test can move, is put forward by so many ms: for leases. */
export async function passLeases(ms: number): Promise<void> {
  await getDb().writeOne(sql`update leases set until = until - ${ms}`);
}
