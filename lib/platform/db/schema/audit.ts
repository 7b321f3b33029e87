import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** An event says who did or saw what, when and from where (short address), and never changes. */
export const auditEvents = sqliteTable(
  'audit_events',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** The event is in the trail of this account. Null means in none. */
    accountId: text('account_id'),
    /** This is the account itself, another's id, `system`, `cli`, or `guest` (none). */
    actor: text('actor').notNull(),
    action: text('action').notNull(),
    /** It names e.g. a payment's buy order or `lead:12`, and never personal data. */
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
  /** The day is one in Chile. */
  day: text('day').primaryKey(),
  firstId: integer('first_id').notNull(),
  lastId: integer('last_id').notNull().unique(),
  events: integer('events').notNull(),
  eventsDigest: text('events_digest').notNull(),
  refusals: integer('refusals').notNull(),
  refusalsDigest: text('refusals_digest').notNull(),
  sealedAt: integer('sealed_at').notNull(),
  digest: text('digest').notNull(),
  /** The seal is an HMAC over the digest, so nobody can make one from the database alone. */
  seal: text('seal').notNull(),
});
