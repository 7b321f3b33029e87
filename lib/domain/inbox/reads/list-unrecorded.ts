import { sql } from 'drizzle-orm';
import { cut, type LeadsPage, leadRows, PAGE } from '#lib/domain/inbox/reads/rows.ts';
import { getDb } from '#lib/platform/db/client.ts';

/** Requests that the CRM calls `emitida` and that wait for their records, newest first. */
export async function listUnrecorded(before = Number.MAX_SAFE_INTEGER): Promise<LeadsPage> {
  const ids = sql`select id from leads where crm_issued_at is not null and state <> 'emitida'
    and erased_at is null and id < ${before} order by id desc limit ${PAGE + 1}`;
  return cut(await leadRows(getDb().read, ids), PAGE);
}
