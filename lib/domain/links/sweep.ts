import { sql } from 'drizzle-orm';
import { keptSince } from '#lib/domain/privacy/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';

const BATCH = 500;

/** Forgets links long after their end. The next round takes what is left. */
export async function sweepLinks(now: number): Promise<void> {
  await getDb().writeOne(sql`delete from links where rowid in (
    select rowid from links where ends_at <= ${keptSince('link', now)} limit ${BATCH})`);
}
