import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * The audit trail: who did or viewed something, when, and from which shortened IP. Rows never
 * change.
 */
export const auditEvents = sqliteTable(
  'audit_events',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Account in whose trail the event is shown, or null for none. */
    accountId: text('account_id'),
    /** An account's id, `system`, `cli`, or `guest` for a visitor without an account. */
    actor: text('actor').notNull(),
    action: text('action').notNull(),
    /** The object, such as a buy order or `lead:12`. Never personal data. */
    subject: text('subject'),
    /** The shortened IP (`shortIp`). */
    shortIp: text('place').notNull(),
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

/**
 * Digests of the audit trail, one per day. Each includes the digest of the day before, so a later
 * change of an event is noticed. Events that are deleted earlier (refusals) have a digest of their
 * own.
 */
export const auditDays = sqliteTable('audit_days', {
  /** `YYYY-MM-DD` in America/Santiago. */
  day: text('day').primaryKey(),
  firstId: integer('first_id').notNull(),
  lastId: integer('last_id').notNull().unique(),
  events: integer('events').notNull(),
  eventsDigest: text('events_digest').notNull(),
  refusals: integer('refusals').notNull(),
  refusalsDigest: text('refusals_digest').notNull(),
  sealedAt: integer('sealed_at').notNull(),
  digest: text('digest').notNull(),
  /** An HMAC over the digest. Access to the database alone is not enough to forge it. */
  seal: text('seal').notNull(),
});
