import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#lib/platform/db/client.ts';

/** Deletes records with their events; the sweeper removes the documents. */
export async function eraseRecords(tx: Tx, which: SQL): Promise<void> {
  const gone = sql`(select number from issued_guarantees where ${which})`;
  for (const statement of [
    sql`update uploads set state = 'removing', file_name = ''
      where id in (select upload_id from issued_guarantees where ${which})`,
    sql`delete from guarantee_events where guarantee in ${gone}`,
    sql`delete from verification_codes where guarantee in ${gone}`,
    sql`delete from tender_news where guarantee in ${gone}`,
    sql`delete from links where kind = 'issued' and subject in (select cast(number as text) from ${gone})`,
    sql`update issued_guarantees set successor = null where successor in ${gone}`,
    sql`delete from issued_guarantees where ${which}`,
  ]) {
    await tx.run(statement);
  }
}
