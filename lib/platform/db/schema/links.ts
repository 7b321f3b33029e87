import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Links that open something without a login. The token is a signature over `id` for the purpose
 * `kind`, so it is not stored. The primary key includes `kind`, because migrated links kept numeric
 * ids, which repeat among kinds.
 */
export const links = sqliteTable(
  'links',
  {
    kind: text('kind', { enum: ['receipt', 'lead-receipt', 'resume', 'issued'] }).notNull(),
    id: text('id').notNull(),
    /** Holds `submissions.id`, `leads.id`, `drafts.id` or `issued_guarantees.number`, by kind. */
    subject: text('subject').notNull(),
    /** Keyed hash of the mailed address. Null: the link was shown on a page and not mailed. */
    mailedTo: text('mailed_to'),
    createdAt: integer('created_at').notNull(),
    /** Expiry. Ending a link early sets this to the present. */
    endsAt: integer('ends_at').notNull(),
    /** Set when somebody ended the link before its expiry. */
    endedAt: integer('ended_at'),
    /** First opening by a person. For a mailed link it proves who owns the address. */
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
