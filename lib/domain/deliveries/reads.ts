import { and, count, desc, eq, getTableColumns, gt, gte, lt, sql } from 'drizzle-orm';
import type { Channel } from '#lib/domain/deliveries/rules.ts';
import { getDb, type ReadDb, type Tx } from '#lib/platform/db/client.ts';
import { deliveries, deliveryTexts } from '#lib/platform/db/schema/deliveries.ts';

type NextDue = Record<Channel, number | null>;

/** Returns when the next delivery of each channel is due (ms), or null if none waits. */
export async function readNextDue(read: ReadDb): Promise<NextDue> {
  const nextDueColumn = (channel: Channel) => sql`(select due_at from deliveries
    where state = 'waiting' and channel = ${channel} and due_at > 0 order by due_at limit 1)`;
  // `get` would throw when no row is found (drizzle-orm 0.45).
  const rows = await read.all<NextDue>(
    sql`select ${nextDueColumn('mail')} as mail, ${nextDueColumn('crm')} as crm`,
  );
  return rows[0] ?? { mail: null, crm: null };
}

/**
 * SQL for mails that did not reach their recipients. The index `deliveries_returned` has the same
 * condition.
 */
export const returnedCondition = sql`arrival in ('failed', 'suppressed', 'bounced')`;

/** Counts the mails that were returned since a time (ms). */
export async function countReturnedMails(since: number): Promise<number> {
  const returnedSinceCondition = and(returnedCondition, gt(deliveries.arrivalAt, since));
  return getDb().read.$count(deliveries, returnedSinceCondition);
}

/** Returns what a delivery's mail said when it was sent, if that is stored. */
export async function findSentText(id: number) {
  const { deliveryId, ...columns } = getTableColumns(deliveryTexts);
  const [sentText] = await getDb()
    .read.select(columns)
    .from(deliveryTexts)
    .where(eq(deliveryId, id))
    .limit(1);
  return sentText;
}

export type OwnerDelivery = Awaited<ReturnType<typeof listOwnerDeliveries>>[number];

/** Lists the deliveries whose partition belongs to an owner such as `lead:12`, newest first. */
export async function listOwnerDeliveries(owner: string, limit: number) {
  const { id, partition, kind, state, attempts, lastError, dueAt, createdAt, settledAt } =
    deliveries;
  const { sentTo, arrival, arrivalAt, arrivalReason } = deliveries;
  return getDb()
    .read.select({
      ...{ id, partition, kind, state, attempts, lastError, dueAt, createdAt, settledAt },
      ...{ sentTo, arrival, arrivalAt, arrivalReason },
    })
    .from(deliveries)
    .where(and(gte(partition, `${owner}/`), lt(partition, `${owner}0`)))
    .orderBy(desc(id))
    .limit(limit);
}

/**
 * Counts waiting deliveries by kind, with the time (ms) since which the oldest waits. That is its
 * creation or, if a person had it tried again, the time of that.
 */
export async function countWaitingByKind(now: number) {
  const { kind } = deliveries;
  const waitsSince = sql`iif(last_error is not null and attempts = (channel = 'crm')
    and due_at <= ${now}, due_at, created_at)`;
  return getDb()
    .read.select({ kind, depth: count(), oldestAt: sql<number>`min(${waitsSince})` })
    .from(deliveries)
    .where(sql`state = 'waiting'`)
    .groupBy(kind)
    .orderBy(kind);
}

/**
 * Counts what was sent since a time (ms), by kind, with the time of the last one. Skipped
 * deliveries are left out.
 */
export async function countSentByKind(since: number) {
  const { kind, settledAt } = deliveries;
  const lastAt = sql<number>`max(${settledAt})`;
  return getDb()
    .read.select({ kind, lastAt, total: count() })
    .from(deliveries)
    .where(and(sql`state = 'sent' and last_error is null`, gt(settledAt, since)))
    .groupBy(kind)
    .orderBy(desc(lastAt));
}

type DeliveryProblem = Awaited<ReturnType<typeof countFailuresByReason>>[number];

/** Counts the waiting and given-up deliveries of which a try failed, by kind and reason. */
export async function countFailuresByReason() {
  const { state, kind, lastError } = deliveries;
  return getDb()
    .read.select({ state, kind, reason: sql<string>`last_error`, total: count() })
    .from(deliveries)
    .where(sql`last_error is not null and state in ('waiting', 'dead')`)
    .groupBy(state, kind, lastError)
    .orderBy(state, kind, lastError);
}

/** Counts deliveries that were given up, up to 100. */
export async function countDeadDeliveries(): Promise<number> {
  const [row] = await getDb().read.all<{ total: number }>(sql`
    select count(*) as total from (select 1 from deliveries
      where state = 'dead' and last_error is not null limit 100)`);
  return row?.total ?? 0;
}

/** Lists the partitions with a delivery that was given up. */
export async function listDeadPartitions(db: ReadDb | Tx): Promise<string[]> {
  const { partition: partitionColumn } = deliveries;
  const deadCondition = sql`state = 'dead' and last_error is not null`;
  const rows = await db
    .selectDistinct({ partition: partitionColumn })
    .from(deliveries)
    .where(deadCondition);
  return rows.map(({ partition }) => partition);
}

export async function listDeadDeliveries(
  { kind, reason }: Pick<DeliveryProblem, 'kind' | 'reason'>,
  limit: number,
) {
  const { id, partition, attempts, createdAt, settledAt } = deliveries;
  const deliveryCondition = and(
    sql`state = 'dead'`,
    eq(deliveries.kind, kind),
    eq(deliveries.lastError, reason),
  );
  return getDb()
    .read.select({ id, partition, attempts, createdAt, settledAt })
    .from(deliveries)
    .where(deliveryCondition)
    .orderBy(desc(id))
    .limit(limit);
}
