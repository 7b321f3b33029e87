import { sql } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';

/** Nobody asks after an hour. By the database's own clock, as it was written. */
export async function sweepWriteOutcomes(): Promise<void> {
  await getDb().writeOne(sql`delete from write_outcomes where at < (unixepoch() - 3600) * 1000`);
}
