import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * The outbox, written with its cause. A partition goes by `id`, and only its head has a `dueAt`.
 */
export const deliveries = sqliteTable(
  'deliveries',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    partition: text('partition').notNull(),
    /** The end of the partition's name tells the provider. Each channel is claimed on its own. */
    channel: text('channel', { enum: ['mail', 'crm'] }).generatedAlwaysAs(
      sql`case when partition like '%/crm' then 'crm' else 'mail' end`,
      { mode: 'virtual' },
    ),
    kind: text('kind').notNull(),
    payload: text('payload').notNull(),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    state: text('state', { enum: ['waiting', 'sent', 'dead'] }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** It may be tried then (after the lease, if one is held). Null: it is not the head. */
    dueAt: integer('due_at'),
    /** It is not tried before this time, even at the head of its partition. Null means at once. */
    notBefore: integer('not_before'),
    leaseOwner: text('lease_owner'),
    leaseUntil: integer('lease_until'),
    lastError: text('last_error'),
    createdAt: integer('created_at').notNull(),
    settledAt: integer('settled_at'),
  },
  (t) => [
    index('deliveries_due').on(t.channel, t.dueAt).where(sql`state = 'waiting'`),
    index('deliveries_partition').on(t.partition, t.state, t.id),
    index('deliveries_waiting').on(t.kind, t.createdAt).where(sql`state = 'waiting'`),
    // This index finds deliveries that failed at least once and wait for another try or are dead.
    index('deliveries_troubled')
      .on(t.state, t.kind, t.lastError, t.id)
      .where(sql`last_error is not null`),
    index('deliveries_sent').on(t.settledAt).where(sql`state = 'sent'`),
  ],
);
