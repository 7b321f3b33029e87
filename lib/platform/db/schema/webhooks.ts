import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** Every event that a provider sent is stored as it came, before it is processed. */
export const webhookEvents = sqliteTable(
  'webhook_events',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    source: text('source', { enum: ['scheduling', 'crm'] }).notNull(),
    /** The provider's own id or a substitute for it makes the same event be stored once. */
    eventKey: text('event_key').notNull(),
    kind: text('kind').notNull(),
    /** The event is about this: a booking's uid, or an object's id in the CRM. */
    subject: text('subject'),
    /** A rescheduled booking takes the place of the one with this uid. */
    replaces: text('replaces'),
    body: text('body').notNull(),
    /** An event that is only `stored` concerns none of our records. */
    outcome: text('outcome', { enum: ['stored', 'processed'] }).notNull(),
    /** Events may come late or out of order, so the provider's clock is kept. */
    occurredAt: integer('occurred_at').notNull(),
    receivedAt: integer('received_at').notNull(),
  },
  (t) => [
    uniqueIndex('webhook_events_by_key').on(t.source, t.eventKey),
    index('webhook_events_by_subject').on(t.source, t.subject),
    index('webhook_events_by_replaced').on(t.replaces).where(sql`replaces is not null`),
    index('webhook_events_by_received').on(t.receivedAt),
  ],
);
