import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The outbox, written with its cause. A lane goes out by `id`; only its head has a `dueAt`. */
export const deliveries = sqliteTable(
  'deliveries',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    lane: text('lane').notNull(),
    /** Through which provider, as the lane's end says: each is claimed on its own. */
    channel: text('channel', { enum: ['mail', 'crm'] }).generatedAlwaysAs(
      sql`case when lane like '%/crm' then 'crm' else 'mail' end`,
      { mode: 'virtual' },
    ),
    kind: text('kind').notNull(),
    payload: text('payload').notNull(),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    state: text('state', { enum: ['waiting', 'sent', 'dead'] }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** When it may be tried (the end of the lease while one holds it); null behind its lane's head. */
    dueAt: integer('due_at'),
    /** Not to be tried before, also once it comes to the head of its lane; null: at once. */
    notBefore: integer('not_before'),
    leaseOwner: text('lease_owner'),
    leaseUntil: integer('lease_until'),
    lastError: text('last_error'),
    createdAt: integer('created_at').notNull(),
    settledAt: integer('settled_at'),
  },
  (t) => [
    index('deliveries_due').on(t.channel, t.dueAt).where(sql`state = 'waiting'`),
    index('deliveries_lane').on(t.lane, t.state, t.id),
    index('deliveries_waiting').on(t.kind, t.createdAt).where(sql`state = 'waiting'`),
    // What was tried in vain: waiting for another try, or dead.
    index('deliveries_troubled')
      .on(t.state, t.kind, t.lastError, t.id)
      .where(sql`last_error is not null`),
    index('deliveries_sent').on(t.settledAt).where(sql`state = 'sent'`),
  ],
);
