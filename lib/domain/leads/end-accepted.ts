import { sql } from 'drizzle-orm';
import type { Tx } from '#lib/platform/db/client.ts';

/**
 * Inside the write that refuses a request: what its accepted conditions asked to be paid is paid no
 * more, unless it is being paid.
 */
export async function endAccepted(tx: Tx, leadId: number, now: number): Promise<void> {
  await tx.run(sql`update payment_requests set expires_at = ${now}
    where paid_by is null and expires_at > ${now} and id in (
      select detail ->> '$.paymentRequestId' from lead_events
      where lead_id = ${leadId} and kind = 'accepted')
    and not exists (select 1 from payments
      where payment_request_id = payment_requests.id and state in ('created', 'pending'))`);
}
