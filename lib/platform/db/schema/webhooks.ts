import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** Events of webhooks, stored as received before they are processed. */
export const webhookEvents = sqliteTable(
  'webhook_events',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    source: text('source', { enum: ['scheduling', 'crm', 'mail'] }).notNull(),
    /**
     * The provider's id of the event or a substitute for it, so that a repeated event is stored
     * once.
     */
    eventKey: text('event_key').notNull(),
    kind: text('kind').notNull(),
    /** Uid of the booking, the object's id in the CRM, or the provider's id of the mail. */
    subject: text('subject'),
    /** Uid of the booking that a rescheduled one replaces. */
    replaces: text('replaces'),
    body: text('body').notNull(),
    /** An event that concerns none of our records stays `stored`. */
    outcome: text('outcome', { enum: ['stored', 'processed'] }).notNull(),
    /**
     * Time of the event by the provider's clock, because events may arrive late or out of order.
     */
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
