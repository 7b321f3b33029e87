import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { leads } from '#lib/platform/db/schema/leads.ts';

/** A paper that an advisor asks of the person behind a lead; `uploads.paper_id` says what came for it. */
export const askedPapers = sqliteTable(
  'asked_papers',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    leadId: integer('lead_id')
      .notNull()
      .references(() => leads.id, { onDelete: 'cascade' }),
    /** Of the vault; null: it is named by the advisor's words. */
    category: text('category'),
    title: text('title').notNull(),
    /** The last day for it, `YYYY-MM-DD` on the calendar of Chile. */
    until: text('until').notNull(),
    askedAt: integer('asked_at').notNull(),
    revokedAt: integer('revoked_at'),
    /** When the person is reminded next; null: not any more. */
    remindAt: integer('remind_at'),
  },
  (t) => [
    index('asked_papers_by_lead').on(t.leadId, t.id),
    index('asked_papers_due').on(t.remindAt).where(sql`remind_at is not null`),
  ],
);
