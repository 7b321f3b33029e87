import { and, desc, eq, gte, lt, sql } from 'drizzle-orm';
import type { Channel } from '#lib/domain/deliveries/rules.ts';
import { getDb, type ReadDb, type Tx } from '#lib/platform/db/client.ts';
import { deliveries } from '#lib/platform/db/schema/deliveries.ts';

type NextDue = Record<Channel, number | null>;

/** Returns when the next delivery of each channel is due (ms), or null if none waits. */
export async function findNextDue(read: ReadDb): Promise<NextDue> {
  const next = (channel: Channel) => sql`(select due_at from deliveries
    where state = 'waiting' and channel = ${channel} and due_at > 0 order by due_at limit 1)`;
  // `get` would throw when no row is found (drizzle-orm 0.45).
  const rows = await read.all<NextDue>(sql`select ${next('mail')} as mail, ${next('crm')} as crm`);
  return rows[0] ?? { mail: null, crm: null };
}

export type OwnerDelivery = Awaited<ReturnType<typeof listOwnerDeliveries>>[number];

/** Lists an owner's deliveries (`lead:12` → `lead:12/mail`, `lead:12/crm`, …), newest first. */
export async function listOwnerDeliveries(owner: string, limit: number) {
  const { id, partition, kind, state, attempts, lastError, dueAt, createdAt, settledAt } =
    deliveries;
  return getDb()
    .read.select({ id, kind, state, attempts, lastError, dueAt, createdAt, settledAt })
    .from(deliveries)
    .where(and(gte(partition, `${owner}/`), lt(partition, `${owner}0`)))
    .orderBy(desc(id))
    .limit(limit);
}

type QueueFigures = {
  kind: string;
  depth: number;
  /** Creation time of the oldest (ms). */
  oldestAt: number;
};

export async function readQueue(): Promise<QueueFigures[]> {
  return getDb().read.all<QueueFigures>(sql`
    select kind, count(*) as depth, min(created_at) as "oldestAt" from deliveries
    where state = 'waiting' group by kind order by kind`);
}

export type SentFigures = { kind: string; lastAt: number; total: number };

/** Counts the deliveries sent since a time (ms), by kind, with the time of the last one. */
export async function readSent(since: number): Promise<SentFigures[]> {
  return getDb().read.all<SentFigures>(sql`
    select kind, max(settled_at) as "lastAt", count(*) as total from deliveries
    where state = 'sent' and settled_at > ${since} group by kind order by "lastAt" desc`);
}

export type DeliveryProblem = {
  state: 'waiting' | 'dead';
  kind: string;
  reason: string;
  total: number;
};

export async function readTroubles(): Promise<DeliveryProblem[]> {
  return getDb().read.all<DeliveryProblem>(sql`
    select state, kind, last_error as reason, count(*) as total from deliveries
    where last_error is not null and state in ('waiting', 'dead')
    group by state, kind, last_error order by state, kind, last_error`);
}

/** Counts deliveries that were given up, up to 100. */
export async function countDead(): Promise<number> {
  const [row] = await getDb().read.all<{ total: number }>(sql`
    select count(*) as total from (select 1 from deliveries
      where state = 'dead' and last_error is not null limit 100)`);
  return row?.total ?? 0;
}

/** Lists the partitions with a delivery that failed for good. */
export async function listDeadPartitions(db: ReadDb | Tx): Promise<string[]> {
  const rows = await db.all<{ partition: string }>(sql`select distinct partition from deliveries
    where state = 'dead' and last_error is not null`);
  return rows.map(({ partition }) => partition);
}

export async function listDead(
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
