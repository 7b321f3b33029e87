import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#lib/platform/db/client.ts';

/**
 * Deletes records with their events. The sweeper removes their documents. Requires a transaction.
 */
export async function eraseRecords(tx: Tx, condition: SQL): Promise<void> {
  const erased = sql`(select number from issued_guarantees where ${condition})`;
  for (const statement of [
    sql`update uploads set state = 'removing', file_name = ''
      where id in (select upload_id from issued_guarantees where ${condition})`,
    sql`delete from guarantee_events where guarantee in ${erased}`,
    sql`delete from verification_codes where guarantee in ${erased}`,
    sql`delete from tender_news where guarantee in ${erased}`,
    sql`delete from links where kind = 'issued' and subject in (select cast(number as text) from ${erased})`,
    sql`update issued_guarantees set successor = null where successor in ${erased}`,
    sql`delete from issued_guarantees where ${condition}`,
  ]) {
    await tx.run(statement);
  }
}
