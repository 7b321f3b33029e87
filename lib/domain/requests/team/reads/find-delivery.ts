import { eq, sql } from 'drizzle-orm';
import type { ListedDelivery } from '#lib/domain/requests/team/delivery-list.ts';
import { withRecipients } from '#lib/domain/requests/team/reads/delivery-recipients.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { deliveryAttempts } from '#lib/platform/db/schema/deliveries.ts';

export type DeliveryDetail = ListedDelivery & {
  attempts: number;
  /** Time (ms) of the next try, or null while an earlier one of its partition waits. */
  dueAt: number | null;
  /** Time (ms) until which the delivery is held back on purpose, or null. */
  notBefore: number | null;
  /** Id of the earlier delivery of the same partition that must go first, or null. */
  aheadId: number | null;
  accountId: string | null;
  buyOrder: string | null;
  shareId: string | null;
};

/** Finds a delivery with its failed attempts, oldest first, or null. */
export async function findDelivery(id: number) {
  const [delivery] = await getDb().read.all<DeliveryDetail>(sql`
    select id, kind, state, recipient, created_at as "createdAt", settled_at as "settledAt",
      last_error as "lastError", lead_id as "leadId", lead_number as "leadNumber",
      lead_kind as "leadKind", email, attempts, due_at as "dueAt",
      not_before as "notBefore", arrival, arrival_at as "arrivalAt",
      arrival_reason as "arrivalReason",
      (select max(e.id) from deliveries e where e.partition = found.partition
        and e.state = 'waiting' and e.id < found.id) as "aheadId",
      (select a.id from accounts a where case when recipient <> 'person' then null
        when noun in ('account', 'alerts', 'company') then a.id = ref else a.email = found.email end)
        as "accountId",
      case noun when 'payment' then (select buy_order from payments where id = cast(ref as integer))
        end as "buyOrder",
      case noun when 'share' then ref end as "shareId"
    from (${withRecipients(sql`deliveries d where d.id = ${id}`)}) found`);
  if (!delivery) return null;
  return { ...delivery, failures: await listFailures(id) };
}

function listFailures(id: number) {
  const { attempt, error, at, deliveryId } = deliveryAttempts;
  return getDb()
    .read.select({ attempt, error, at })
    .from(deliveryAttempts)
    .where(eq(deliveryId, id))
    .orderBy(at, attempt)
    .limit(100);
}
