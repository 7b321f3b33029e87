import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Who did or saw what, when and from where (address shortened). Rows are only added; triggers refuse the rest. */
export const auditEvents = sqliteTable(
  'audit_events',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** The account whose trail it is in; null: none. */
    accountId: text('account_id'),
    /** The account itself, another account's id, `system`, `cli`, or `guest` without one. */
    actor: text('actor').notNull(),
    action: text('action').notNull(),
    /** What else it was about, e.g. a payment's buy order or `lead:12`; never personal data. */
    subject: text('subject'),
    place: text('place').notNull(),
    requestId: text('request_id').notNull(),
    at: integer('at').notNull(),
  },
  (t) => [
    index('audit_events_by_account').on(t.accountId, t.at),
    index('audit_events_by_time').on(t.action, t.at),
    index('audit_events_by_actor').on(t.actor, t.at),
    index('audit_events_by_at').on(t.at),
    index('audit_events_by_subject').on(t.subject, t.actor, t.at).where(sql`subject is not null`),
  ],
);

/** Each seal holds the digest of the day before. Short-lived events have their own digest. */
export const auditDays = sqliteTable('audit_days', {
  /** In Chile. */
  day: text('day').primaryKey(),
  firstId: integer('first_id').notNull(),
  lastId: integer('last_id').notNull().unique(),
  events: integer('events').notNull(),
  eventsDigest: text('events_digest').notNull(),
  refusals: integer('refusals').notNull(),
  refusalsDigest: text('refusals_digest').notNull(),
  sealedAt: integer('sealed_at').notNull(),
  digest: text('digest').notNull(),
  /** An HMAC over the digest: the database alone makes none. */
  seal: text('seal').notNull(),
});
