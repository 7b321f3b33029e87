import { sql } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';

/** Outcomes are asked for within an hour. By the database's own clock, as they were written. */
export async function sweepWriteOutcomes(): Promise<void> {
  await getDb().writeOne(sql`delete from write_outcomes where at < (unixepoch() - 3600) * 1000`);
}
