import { sql } from 'drizzle-orm';
import type { Channel } from '#lib/domain/deliveries/rules.ts';
import { getDb, type Reads } from '#lib/platform/db/client.ts';

export type NextDue = Record<Channel, number | null>;

/** When the next delivery of each channel may be tried (ms), or null when none waits. */
export async function findNextDue(read: Reads): Promise<NextDue> {
  const next = (channel: Channel) => sql`(select due_at from deliveries
    where state = 'waiting' and channel = ${channel} and due_at > 0 order by due_at limit 1)`;
  // Not `get`: drizzle-orm 0.45 throws there when no row is found.
  const rows = await read.all<NextDue>(sql`select ${next('mail')} as mail, ${next('crm')} as crm`);
  return rows[0] ?? { mail: null, crm: null };
}

export type LaneDelivery = {
  id: number;
  kind: string;
  state: 'waiting' | 'sent' | 'dead';
  attempts: number;
  lastError: string | null;
  dueAt: number | null;
  createdAt: number;
  settledAt: number | null;
};

/** What an owner's lanes hold (`lead:12` → `lead:12/mail`, `lead:12/crm`, …), newest first. */
export async function listLaneDeliveries(owner: string, limit: number): Promise<LaneDelivery[]> {
  return getDb().read.all<LaneDelivery>(sql`
    select id, kind, state, attempts, last_error as "lastError", due_at as "dueAt",
      created_at as "createdAt", settled_at as "settledAt"
    from deliveries where lane >= ${`${owner}/`} and lane < ${`${owner}0`}
    order by id desc limit ${limit}`);
}

export type QueueFigures = {
  kind: string;
  depth: number;
  /** Since when the oldest of them waits (ms). */
  oldestAt: number;
};

export async function readQueue(): Promise<QueueFigures[]> {
  return getDb().read.all<QueueFigures>(sql`
    select kind, count(*) as depth, min(created_at) as "oldestAt" from deliveries
    where state = 'waiting' group by kind order by kind`);
}

export type Trouble = {
  state: 'waiting' | 'dead';
  kind: string;
  reason: string;
  total: number;
};

export async function readTroubles(): Promise<Trouble[]> {
  return getDb().read.all<Trouble>(sql`
    select state, kind, last_error as reason, count(*) as total from deliveries
    where last_error is not null and state in ('waiting', 'dead')
    group by state, kind, last_error order by state, kind, last_error`);
}

export type DeadDelivery = {
  id: number;
  lane: string;
  attempts: number;
  createdAt: number;
  settledAt: number | null;
};

export async function listDead(
  { kind, reason }: Pick<Trouble, 'kind' | 'reason'>,
  limit: number,
): Promise<DeadDelivery[]> {
  return getDb().read.all<DeadDelivery>(sql`
    select id, lane, attempts, created_at as "createdAt", settled_at as "settledAt"
    from deliveries where state = 'dead' and kind = ${kind} and last_error = ${reason}
    order by id desc limit ${limit}`);
}
