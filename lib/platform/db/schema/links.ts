import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Every address that we hand out and that opens something without a login. Its token is a signature
 * over `id` for the purpose `kind`, so none is stored; the row ends it. Ids of rows that migrations
 * made are what older tokens signed, numbers too: hence the key.
 */
export const links = sqliteTable(
  'links',
  {
    kind: text('kind', { enum: ['receipt', 'lead-receipt', 'resume', 'issued'] }).notNull(),
    id: text('id').notNull(),
    /** What it opens, by kind: `submissions.id`, `leads.id`, `drafts.id`, `issued_guarantees.number`. */
    subject: text('subject').notNull(),
    /** A keyed hash of the only address that got it, by mail; null: shown to the subject's sender. */
    mailedTo: text('mailed_to'),
    createdAt: integer('created_at').notNull(),
    /** When it ends, or ended: ending it moves this. */
    endsAt: integer('ends_at').notNull(),
    /** Ended by hand before its time. */
    endedAt: integer('ended_at'),
    /** First opened by a person. */
    openedAt: integer('opened_at'),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.id] }),
    index('links_by_subject').on(t.kind, t.subject, t.endsAt),
    index('links_proving').on(t.mailedTo, t.openedAt).where(sql`opened_at is not null`),
    index('links_by_mailbox').on(t.mailedTo, t.createdAt),
    index('links_by_end').on(t.endsAt),
  ],
);
