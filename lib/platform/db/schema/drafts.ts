import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The signature over id and holder (cookie) opens a draft: no token is stored. */
export const drafts = sqliteTable(
  'drafts',
  {
    id: text('id').primaryKey(),
    /** Random; another one closes the draft where it was open. Empty: from before there were any. */
    holder: text('holder').notNull().default(''),
    answers: text('answers').notNull(),
    /** The last post that was refused, as JSON: shown again with its errors. */
    attempt: text('attempt'),
    submissionId: integer('submission_id'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    index('drafts_by_updated').on(t.updatedAt),
    index('drafts_by_submission').on(t.submissionId).where(sql`submission_id is not null`),
    index('drafts_by_origin')
      .on(sql`(answers ->> '$.known.request')`)
      .where(sql`(answers ->> '$.known.request') is not null`),
    index('drafts_by_email').on(sql`(lower(answers ->> '$.values.email'))`),
  ],
);

/** How often a page of the wizard, or its end, was come to on a day (`YYYY-MM-DD`, Chile). */
export const pageCounts = sqliteTable(
  'page_counts',
  {
    day: text('day').notNull(),
    page: text('page').notNull(),
    total: integer('total').notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.page] })],
);
