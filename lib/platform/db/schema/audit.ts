import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Who did or saw what, when and from where (address shortened). Rows are only added. */
export const auditEvents = sqliteTable(
  'audit_events',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** The account whose trail it is in; null: none. */
    accountId: text('account_id'),
    /** The account itself, another account's id, `system`, `cli`, or `guest` of who needs none. */
    actor: text('actor').notNull(),
    action: text('action').notNull(),
    /** What else it was about, e.g. a payment's buy order or `lead:12`; never personal data. */
    subject: text('subject'),
    place: text('place').notNull(),
    requestId: text('request_id').notNull(),
    at: integer('at').notNull(),
  },
  (t) => [
    index('audit_events_by_account').on(t.accountId, t.id),
    index('audit_events_by_time').on(t.action, t.at),
    index('audit_events_by_actor').on(t.actor, t.id),
    index('audit_events_by_subject').on(t.subject, t.actor, t.at).where(sql`subject is not null`),
  ],
);
