import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** Events of providers, stored as received before they are processed. */
export const webhookEvents = sqliteTable(
  'webhook_events',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    source: text('source', { enum: ['scheduling', 'crm'] }).notNull(),
    /** The provider's id or a substitute, so that a repeated event is stored once. */
    eventKey: text('event_key').notNull(),
    kind: text('kind').notNull(),
    /** Uid of the booking, or id of the object in the CRM. */
    subject: text('subject'),
    /** Uid of the booking that a rescheduled one replaces. */
    replaces: text('replaces'),
    body: text('body').notNull(),
    /** Events about none of our records remain `stored`. */
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
