import { and, eq, gt, sql } from 'drizzle-orm';
import type { DeliveryKind, KindWithPayload } from '#lib/domain/deliveries/schema.ts';
import { wakeAfter } from '#lib/domain/deliveries/wake.ts';
import { dueColumns, enqueueDelivery } from '#lib/domain/deliveries/writes/queue.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { sqlList } from '#lib/platform/db/json.ts';
import { deliveries } from '#lib/platform/db/schema/deliveries.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';

type DeliveryRef = { partition: string; kind: string };

/**
 * Sends a failed delivery again, or a waiting one at once. The second erasure in the CRM keeps its
 * delay until one of its tries failed, because it must come after calls that are still running.
 * Returns null if the delivery was sent, is in progress or waits behind another one. Throws
 * `not_found`. Requires a transaction.
 */
export async function retryDelivery(tx: Tx, id: number, now: number): Promise<DeliveryRef | null> {
  const row = await getDelivery(tx, id);
  if (row.state === 'dead') {
    await resetTries(tx, [id]);
    await orderPartitions(tx, [row.partition], now);
    return row;
  }
  const hurriedRows = await tx
    .update(deliveries)
    .set({ dueAt: now, notBefore: null })
    .where(
      and(
        eq(deliveries.id, id),
        sql`state = 'waiting' and lease_owner is null and due_at > ${now}
          and (last_error is not null or not_before is not null)
          and not (kind = ${'lead.crm-erase' satisfies DeliveryKind} and last_error is null)`,
      ),
    )
    .returning({ id: deliveries.id });
  wakeAfter(tx);
  return hurriedRows.length > 0 ? row : null;
}

/** Within this time, a second click sends nothing more. */
const RESEND_GUARD_MS = MINUTE;

/**
 * Queues a copy of a sent delivery. Returns null if the delivery was not sent, or if a copy waits
 * or was queued within a minute. Throws `not_found`. Requires a transaction.
 */
export async function requeueDelivery(
  tx: Tx,
  id: number,
  now: number,
): Promise<DeliveryRef | null> {
  const row = await getDelivery(tx, id);
  if (row.state !== 'sent') return null;
  const { partition, kind, payload } = row;
  const duplicateCondition = and(
    eq(deliveries.partition, partition),
    eq(deliveries.kind, kind),
    eq(deliveries.payload, payload),
    gt(deliveries.id, id),
    sql`(state = 'waiting' or created_at between ${now - RESEND_GUARD_MS} and ${now + RESEND_GUARD_MS})`,
  );
  if ((await tx.$count(deliveries, duplicateCondition)) > 0) return null;
  // The payload belongs to this kind, because they were queued together.
  const copy = { kind, payload } as KindWithPayload;
  await enqueueDelivery(tx, { ...copy, partition, now });
  return row;
}

const BATCH_SIZE = 500;

/**
 * Retries deliveries that were given up, all or only one kind, in batches so that other writes do
 * not wait. Returns how many were retried.
 */
export async function retryDeadDeliveries(kind: string | undefined, now: number): Promise<number> {
  let lastId = 0;
  let total = 0;
  for (;;) {
    const ids = await getDb().write((tx) => retryBatch(tx, { kind, lastId, now }));
    total += ids.length;
    lastId = ids.at(-1) ?? lastId;
    if (ids.length < BATCH_SIZE) return total;
  }
}

async function retryBatch(
  tx: Tx,
  { kind, lastId, now }: { kind: string | undefined; lastId: number; now: number },
): Promise<number[]> {
  const kindCondition = kind === undefined ? undefined : eq(deliveries.kind, kind);
  const rows = await tx
    .select({ id: deliveries.id, partition: deliveries.partition })
    .from(deliveries)
    .where(
      and(sql`state = 'dead' and last_error is not null`, kindCondition, gt(deliveries.id, lastId)),
    )
    .orderBy(deliveries.id)
    .limit(BATCH_SIZE);
  const ids = rows.map(({ id }) => id);
  await resetTries(tx, ids);
  await orderPartitions(tx, [...new Set(rows.map(({ partition }) => partition))], now);
  return ids;
}

async function resetTries(tx: Tx, ids: readonly number[]): Promise<void> {
  const times = { dueAt: null, settledAt: null };
  const freshColumns = { state: 'waiting', attempts: sql`(channel = 'crm')`, ...times } as const;
  const deadCondition = sql`state = 'dead' and id in ${sqlList(ids)}`;
  await tx.update(deliveries).set(freshColumns).where(deadCondition);
}

/**
 * Gives only the first waiting delivery of each partition a due time. Two statements serve all
 * partitions, because each statement is a round trip to a remote database.
 */
async function orderPartitions(tx: Tx, partitions: readonly string[], now: number): Promise<void> {
  const partitionsCondition = sql`state = 'waiting'
    and partition in ${sqlList(partitions)}`;
  const waitingBehindCondition = sql`exists (select 1 from deliveries earlier
    where earlier.partition = deliveries.partition and earlier.state = 'waiting'
      and earlier.id < deliveries.id)`;
  const earlyCondition = sql`${partitionsCondition} and due_at is not null and lease_owner is null and ${waitingBehindCondition}`;
  await tx.update(deliveries).set({ dueAt: null }).where(earlyCondition);
  const firstCondition = sql`${partitionsCondition} and due_at is null and not ${waitingBehindCondition}`;
  await tx.update(deliveries).set(dueColumns(now)).where(firstCondition);
  wakeAfter(tx);
}

async function getDelivery(tx: Tx, id: number) {
  const [row] = await tx.select().from(deliveries).where(eq(deliveries.id, id)).limit(1);
  if (!row) throw new AppError('not_found');
  return row;
}
