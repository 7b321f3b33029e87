import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Rows record an act or a view: actor, time and shortened network address. They never change. */
export const auditEvents = sqliteTable(
  'audit_events',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** The event is shown in this account's trail, or in none if null. */
    accountId: text('account_id'),
    /** The actor is an account's id, `system`, `cli`, or `guest` for a visitor without account. */
    actor: text('actor').notNull(),
    action: text('action').notNull(),
    /** Names the object, such as a buy order or `lead:12`, and never personal data. */
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

/** Each day's digest includes that of the day before. Short-lived events have their own digest. */
export const auditDays = sqliteTable('audit_days', {
  /** The day is `YYYY-MM-DD` in America/Santiago. */
  day: text('day').primaryKey(),
  firstId: integer('first_id').notNull(),
  lastId: integer('last_id').notNull().unique(),
  events: integer('events').notNull(),
  eventsDigest: text('events_digest').notNull(),
  refusals: integer('refusals').notNull(),
  refusalsDigest: text('refusals_digest').notNull(),
  sealedAt: integer('sealed_at').notNull(),
  digest: text('digest').notNull(),
  /** The seal is an HMAC over the digest, so access to the database is not enough to forge one. */
  seal: text('seal').notNull(),
});
