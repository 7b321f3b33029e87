import { sql } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';

/** Ends the leases `ms` earlier, because no test can move the database's clock. */
export async function expireLeases(ms: number): Promise<void> {
  await getDb().writeOne(sql`update leases set until = until - ${ms}`);
}
