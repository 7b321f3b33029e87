import { sql } from 'drizzle-orm';
import type { Tx } from '#lib/platform/db/client.ts';

/** Of a request that is not `emitida` yet: a guarantee that it asks for has no record that counts. */
export async function lacksRecords(tx: Tx, leadId: number): Promise<boolean> {
  const lacking =
    await tx.all(sql`select 1 from leads l join submissions s on s.id = l.submission_id
    where l.id = ${leadId} and l.state <> 'emitida'
      and json_array_length(s.answers, '$.garantias') > (select count(*) from issued_guarantees
        where submission_id = s.id and (said is null or said <> 'anulada'))`);
  return lacking.length > 0;
}
