import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Links that open something without a login. A token is a signature over `id` for the purpose
 * `kind`. It is not stored, so a stolen database opens nothing. The primary key includes `kind`,
 * because links from before this table have numeric ids that repeat among kinds.
 */
export const links = sqliteTable(
  'links',
  {
    kind: text('kind', { enum: ['receipt', 'lead-receipt', 'resume', 'issued'] }).notNull(),
    id: text('id').notNull(),
    /**
     * Id of what the link opens: a submission (`receipt`), a lead (`lead-receipt`), a draft
     * (`resume`), or the number of an issued guarantee (`issued`).
     */
    subject: text('subject').notNull(),
    /** Keyed hash of the e-mail to which it was sent, or null if a page showed the link instead. */
    mailedTo: text('mailed_to'),
    createdAt: integer('created_at').notNull(),
    /** Time of expiry (ms). Ending a link early sets this to the time of that act. */
    endsAt: integer('ends_at').notNull(),
    /** Time at which a person ended it before its expiry (ms), or null. */
    endedAt: integer('ended_at'),
    /**
     * Time of the first opening by a person (ms). For a mailed link it proves who reads that
     * mailbox.
     */
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
