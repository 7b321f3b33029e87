import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { leads } from '#lib/platform/db/schema/leads.ts';

/**
 * Documents that advisors request for a lead, and one row for the files that the sender of a message
 * adds unasked. `uploads.requested_document_id` links the files.
 */
export const requestedDocuments = sqliteTable(
  'requested_documents',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    leadId: integer('lead_id')
      .notNull()
      .references(() => leads.id, { onDelete: 'cascade' }),
    /** Category of the vault, or null for a document that the advisor describes in `title`. */
    category: text('category'),
    title: text('title').notNull(),
    /** The last day to send it, `YYYY-MM-DD` on the calendar of Chile. */
    until: text('until').notNull(),
    requestedAt: integer('requested_at').notNull(),
    revokedAt: integer('revoked_at'),
    /** True for the row of the files that nobody requested. */
    isUnasked: integer('unasked', { mode: 'boolean' }).notNull().default(false),
    /** Time of the next reminder. Null: no more are sent. */
    remindAt: integer('remind_at'),
  },
  (t) => [
    index('requested_documents_by_lead').on(t.leadId, t.id),
    index('requested_documents_due').on(t.remindAt).where(sql`remind_at is not null`),
  ],
);
