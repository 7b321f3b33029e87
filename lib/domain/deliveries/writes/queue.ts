import { and, eq, sql } from 'drizzle-orm';
import type { Channel, DeliveryVerdict } from '#lib/domain/deliveries/rules.ts';
import type { DeliveryKind, KindWithPayload } from '#lib/domain/deliveries/schema.ts';
import { wakeAfter } from '#lib/domain/deliveries/wake.ts';
import {
  applyReports,
  storeSentText,
  traceColumns,
} from '#lib/domain/deliveries/writes/arrivals.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { sqlList } from '#lib/platform/db/json.ts';
import { deliveries } from '#lib/platform/db/schema/deliveries.ts';
import type { MailTrace } from '#lib/platform/mail/client.ts';
import { SKEW_MS } from '#lib/platform/process/clock.ts';
import { DAY, MINUTE } from '#lib/platform/process/durations.ts';
import { randomId } from '#lib/platform/security/ids.ts';

type NewDelivery = KindWithPayload & {
  /**
   * Deliveries of one partition, such as `lead:12/mail`, are sent in order. A partition whose name
   * ends in `/crm` uses the channel of the CRM.
   */
  partition: string;
  now: number;
  /** Until this time (ms), the delivery waits and blocks the later ones of its partition. */
  notBefore?: number;
};

/**
 * A delivery in progress. `attempts` is the number of this try, from 1. Owner and `attempts`
 * together identify the claim.
 */
export type ClaimedDelivery = Pick<
  typeof deliveries.$inferSelect,
  'id' | 'partition' | 'kind' | 'idempotencyKey' | 'attempts'
> & { channel: Channel; payload: string };

export type SettledDelivery = {
  claimed: ClaimedDelivery;
  verdict: DeliveryVerdict;
  trace: MailTrace;
};

/** Adds a delivery in the transaction of the change that causes it. The commit wakes the worker. */
export async function enqueueDelivery(tx: Tx, delivery: NewDelivery): Promise<void> {
  const { partition, kind, payload, now, notBefore } = delivery;
  // Plain SQL, because drizzle takes longer to build this text than SQLite to run it.
  await tx.run(sql`
    insert into deliveries (partition, kind, payload, idempotency_key, state, not_before, created_at, due_at)
    values (${partition}, ${kind}, ${JSON.stringify(payload)}, ${randomId()}, 'waiting',
      ${notBefore ?? null}, ${now},
      case when exists (select 1 from deliveries where partition = ${partition} and state = 'waiting')
        then null else ${Math.max(now, notBefore ?? 0)} end)`);
  wakeAfter(tx);
}

type Claim = {
  owner: string;
  channel: Channel;
  limit: number;
  leaseMs: number;
  now: number;
  /** Ids that this worker is sending. Their lease may seem over if the clock was set forward. */
  underWay?: readonly number[];
};

/** Claims the first due delivery of up to `limit` partitions for `leaseMs`. Counts the tries. */
export async function claimDeliveries(
  tx: Tx,
  { owner, channel, limit, leaseMs, now, underWay = [] }: Claim,
): Promise<ClaimedDelivery[]> {
  return tx.all<ClaimedDelivery>(sql`
    update deliveries
    set lease_owner = ${owner}, lease_until = ${now + leaseMs}, due_at = ${now + leaseMs},
      attempts = attempts + 1
    where id in (
      select id from deliveries
      where state = 'waiting' and channel = ${channel} and due_at <= ${now}
        and id not in ${sqlList(underWay)}
      order by due_at limit ${limit})
    returning id, partition, channel, kind, payload, idempotency_key as "idempotencyKey", attempts`);
}

/**
 * Stores the results of claimed deliveries, but not of those that another worker has claimed since.
 * Returns the partitions of deliveries that were given up.
 */
export async function settleDeliveries(
  tx: Tx,
  { owner, settled, now }: { owner: string; settled: SettledDelivery[]; now: number },
): Promise<string[]> {
  const failedAttempts = settled.flatMap(({ claimed, verdict }) =>
    verdict.state === 'sent'
      ? []
      : { id: claimed.id, attempt: claimed.attempts, error: verdict.lastError },
  );
  if (failedAttempts.length > 0) {
    // A missing setting uses up no tries. Its next failure therefore has the same try number and
    // replaces this row.
    await tx.run(sql`insert into delivery_attempts (delivery_id, attempt, error, at)
      select value ->> 'id', value ->> 'attempt', value ->> 'error', ${now}
      from json_each(${JSON.stringify(failedAttempts)})
      where (value ->> 'id') in (select id from deliveries)
      on conflict (delivery_id, attempt, error) do update set at = excluded.at`);
  }
  for (const { claimed, verdict, trace } of settled) {
    const isWaiting = verdict.state === 'waiting';
    await tx
      .update(deliveries)
      .set({
        state: verdict.state,
        attempts: isWaiting ? verdict.attempts : claimed.attempts,
        dueAt: isWaiting ? dueAtColumn(claimed, verdict.dueAt) : null,
        lastError: verdict.lastError ?? null,
        settledAt: isWaiting ? null : now,
        leaseOwner: null,
        leaseUntil: null,
        ...traceColumns(trace),
      })
      .where(heldCondition(owner, claimed));
    if (verdict.state === 'sent') await storeSentText(tx, claimed.id, trace);
    // If the claim was lost, this changes nothing, because the first delivery of that partition
    // already has a due time.
    if (!isWaiting) await promoteHead(tx, claimed.partition, now);
  }
  const deadDeliveries = settled.filter(({ verdict }) => verdict.state === 'dead');
  const providerIds = settled.flatMap(({ trace }) => trace.providerId ?? []);
  const earlyReports = await applyReports(tx, providerIds);
  return [...deadDeliveries.map(({ claimed }) => claimed.partition), ...earlyReports.partitions];
}

/** Gives claimed deliveries back, so that another worker can claim them at once. */
export async function releaseDeliveries(
  tx: Tx,
  { owner, claims, now }: { owner: string; claims: ClaimedDelivery[]; now: number },
): Promise<void> {
  for (const claimed of claims) {
    await tx
      .update(deliveries)
      .set({
        dueAt: now,
        // The CRM may have received the record, so the try counts: an erasure then asks the CRM.
        attempts: claimed.attempts - (claimed.channel === 'crm' ? 0 : 1),
        leaseOwner: null,
        leaseUntil: null,
      })
      .where(heldCondition(owner, claimed));
  }
}

/**
 * Sets the due time of the first delivery of each partition that has none because the rows before
 * it were deleted.
 */
export async function scheduleStuckPartitions(tx: Tx, now: number): Promise<void> {
  const stuckCondition = sql`state = 'waiting' and due_at is null and not exists (
    select 1 from deliveries earlier where earlier.partition = deliveries.partition
      and earlier.state = 'waiting' and earlier.id < deliveries.id)`;
  await tx.update(deliveries).set(dueColumns(now)).where(stuckCondition);
  wakeAfter(tx);
}

/** Maximum wait before a retry. */
const FARTHEST_MS = DAY;
/** Maximum delay (`notBefore`) before a first try. */
const LONGEST_DELAY_MS = 5 * MINUTE;

/**
 * Corrects times after the clock was set back. Untried deliveries become due now, retries wait no
 * longer than planned, and leases of dead processes end. Other leases stay.
 */
export async function correctDueTimes(
  tx: Tx,
  { owner, now, leaseMs, backMs }: { owner: string; now: number; leaseMs: number; backMs: number },
): Promise<void> {
  const latestDueAt = now + LONGEST_DELAY_MS;
  const delayedColumns = {
    notBefore: latestDueAt,
    dueAt: sql`iif(due_at is null, null, ${latestDueAt})`,
  };
  const delayedCondition = sql`state = 'waiting' and not_before > ${latestDueAt}`;
  await tx.update(deliveries).set(delayedColumns).where(delayedCondition);
  const lateCondition = sql`state = 'waiting' and due_at > ${now} and (
    (lease_owner is null and not_before is null
      and (last_error is null or due_at > ${now + FARTHEST_MS}))
    or (lease_owner <> ${owner} and lease_until > ${now + leaseMs + SKEW_MS}))`;
  const dueNowColumns = { dueAt: now, leaseOwner: null, leaseUntil: null };
  await tx.update(deliveries).set(dueNowColumns).where(lateCondition);
  if (backMs <= 0) return;
  const unleasedCondition = sql`state = 'waiting' and due_at > ${now} and lease_owner is null and not_before is null`;
  const soonerColumns = { dueAt: sql`max(${now}, due_at - ${backMs})` };
  await tx.update(deliveries).set(soonerColumns).where(unleasedCondition);
}

/** Makes the first waiting delivery of a partition due, unless it already has a due time. */
async function promoteHead(tx: Tx, partition: string, now: number): Promise<void> {
  const headCondition = sql`due_at is null and id = (select id from deliveries
    where partition = ${partition} and state = 'waiting' order by id limit 1)`;
  await tx.update(deliveries).set(dueColumns(now)).where(headCondition);
}

/** SQL for a due time: `now`, or `not_before` if that is later. */
export function dueColumns(now: number) {
  return { dueAt: sql`max(${now}, coalesce(not_before, 0))` };
}

/**
 * Deletes waiting deliveries that nobody is sending. Returns their payloads. Requires a
 * transaction.
 */
export async function withdrawDeliveries(
  tx: Tx,
  { partition, kind, now }: { partition: string; kind: DeliveryKind; now: number },
): Promise<Record<string, unknown>[]> {
  const deletedRows = await tx
    .delete(deliveries)
    .where(unsentCondition(partition, kind))
    .returning({ payload: deliveries.payload });
  await promoteHead(tx, partition, now);
  wakeAfter(tx);
  return deletedRows.map(({ payload }) => payload);
}

/** SQL for the payload of the oldest delivery that `withdrawDeliveries` would delete, or null. */
export const oldestUnsentPayload = (partition: string, kind: DeliveryKind) =>
  sql`(
  select payload from deliveries where ${unsentCondition(partition, kind)} order by id limit 1)`.mapWith(
    deliveries.payload,
  );

function unsentCondition(partition: string, kind: DeliveryKind) {
  return sql`partition = ${partition} and kind = ${kind} and state = 'waiting' and lease_owner is null`;
}

/**
 * SQL for the time of the next try. It is null if an earlier delivery of the partition must go
 * first, because an advisor retries that one.
 */
function dueAtColumn({ id, partition }: ClaimedDelivery, dueAt: number) {
  return sql`case when exists (select 1 from deliveries earlier where earlier.partition = ${partition}
    and earlier.state = 'waiting' and earlier.id < ${id}) then null else ${dueAt} end`;
}

function heldCondition(owner: string, { id, attempts }: ClaimedDelivery) {
  return and(
    eq(deliveries.id, id),
    eq(deliveries.leaseOwner, owner),
    eq(deliveries.attempts, attempts),
  );
}
