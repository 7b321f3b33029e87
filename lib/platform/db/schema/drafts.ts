import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** Answers of the wizard before they are sent. Tokens are stored as SHA-256. */
export const drafts = sqliteTable(
  'drafts',
  {
    id: text('id').primaryKey(),
    tokenHash: text('token_hash').notNull(),
    resumeHash: text('resume_hash'),
    answers: text('answers').notNull(),
    attempt: text('attempt'),
    submissionId: integer('submission_id'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('drafts_by_token').on(t.tokenHash),
    uniqueIndex('drafts_by_resume').on(t.resumeHash),
    index('drafts_by_updated').on(t.updatedAt),
  ],
);
