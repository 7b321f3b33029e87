import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { UnsavedPage } from '#lib/domain/drafts/rules.ts';
import type { DraftAnswers } from '#lib/domain/drafts/schema.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';

/**
 * Drafts of requests. The cookie that opens one is a signature over its id and `browserId`, so no
 * token is stored.
 */
export const drafts = sqliteTable(
  'drafts',
  {
    id: text('id').primaryKey(),
    /**
     * The browser that has the draft open. A new id closes the draft in the browser before. Empty
     * in old rows.
     */
    browserId: text('holder').notNull().default(''),
    /** The person who was logged in when it was saved. Null while only its browser has it. */
    accountId: text('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    answers: text('answers', { mode: 'json' }).$type<DraftAnswers>().notNull(),
    /** The typed values of the last page that was refused or left with `Volver`, with its errors. */
    attempt: text('attempt', { mode: 'json' }).$type<UnsavedPage>(),
    submissionId: integer('submission_id'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    index('drafts_by_updated').on(t.updatedAt),
    index('drafts_by_submission').on(t.submissionId).where(sql`submission_id is not null`),
    index('drafts_by_account').on(t.accountId, t.updatedAt).where(sql`account_id is not null`),
    index('drafts_by_origin')
      .on(sql`(answers ->> '$.known.request')`)
      .where(sql`(answers ->> '$.known.request') is not null`),
    index('drafts_by_email').on(sql`(lower(answers ->> '$.values.email'))`),
  ],
);

/** Visits to each page of the wizard, and to its end, per day (`YYYY-MM-DD`, Chile). */
export const pageCounts = sqliteTable(
  'page_counts',
  {
    day: text('day').notNull(),
    page: text('page').notNull(),
    total: integer('total').notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.page] })],
);
