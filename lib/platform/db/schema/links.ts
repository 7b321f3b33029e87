import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Every address that we hand out and that opens something without a login. Its token is a signature
 * over `id` for the purpose `kind`, so none is stored. The row ends it. Older tokens signed the ids
 * of rows that migrations made, numbers among them, so the key is kind and id.
 */
export const links = sqliteTable(
  'links',
  {
    kind: text('kind', { enum: ['receipt', 'lead-receipt', 'resume', 'issued'] }).notNull(),
    id: text('id').notNull(),
    /** It is `submissions.id`, `leads.id`, `drafts.id` or `issued_guarantees.number`, by kind. */
    subject: text('subject').notNull(),
    /** A keyed hash of the mailed address. Null: it was shown to the subject's sender. */
    mailedTo: text('mailed_to'),
    createdAt: integer('created_at').notNull(),
    /** The link ends then. Ending it early moves this time. */
    endsAt: integer('ends_at').notNull(),
    /** Somebody ended it then, before its time. */
    endedAt: integer('ended_at'),
    /** A person first opened it then. If it was mailed, that proves the address. */
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
