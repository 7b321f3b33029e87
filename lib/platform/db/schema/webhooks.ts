import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** Every event that a provider sent, as it came: stored before anything is made of it. */
export const webhookEvents = sqliteTable(
  'webhook_events',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    source: text('source', { enum: ['scheduling', 'crm'] }).notNull(),
    /** The provider's own id, or what stands for it; the same event is stored once. */
    eventKey: text('event_key').notNull(),
    kind: text('kind').notNull(),
    /** What it is about: a booking's uid, an object's id in the CRM. */
    subject: text('subject'),
    /** The uid of the booking that a rescheduled one takes the place of. */
    replaces: text('replaces'),
    body: text('body').notNull(),
    /** stored: kept, but about none of our records. */
    outcome: text('outcome', { enum: ['stored', 'processed'] }).notNull(),
    /** The provider's clock, for events that come late or out of order. */
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
