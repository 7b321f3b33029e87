import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { leads } from '#lib/platform/db/schema/leads.ts';

/**
 * Documents that advisors request for a lead. One more row per lead, with `isUnrequested`, holds
 * files that the sender added unrequested. `uploads.requested_document_id` links the files.
 */
export const requestedDocuments = sqliteTable(
  'requested_documents',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    leadId: integer('lead_id')
      .notNull()
      .references(() => leads.id, { onDelete: 'cascade' }),
    /** Category of the vault, or null for another document, which `title` describes. */
    category: text('category'),
    title: text('title').notNull(),
    /** Last day to send it, `YYYY-MM-DD` in Chile. */
    until: text('until').notNull(),
    requestedAt: integer('requested_at').notNull(),
    revokedAt: integer('revoked_at'),
    /** True for the row that holds unrequested files. */
    isUnrequested: integer('unasked', { mode: 'boolean' }).notNull().default(false),
    /** Time of the next reminder, or null if no more are sent. */
    remindAt: integer('remind_at'),
  },
  (t) => [
    index('requested_documents_by_lead').on(t.leadId, t.id),
    index('requested_documents_due').on(t.remindAt).where(sql`remind_at is not null`),
  ],
);
