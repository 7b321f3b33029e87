import { sql } from 'drizzle-orm';
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { accounts } from '#lib/platform/db/schema/accounts.ts';

/** Links to documents of a vault. The long URL holds 32 random bytes, the row their SHA-256. */
export const shareLinks = sqliteTable(
  'share_links',
  {
    id: text('id').primaryKey(),
    tokenHash: text('token_hash').notNull(),
    /** SHA-256 of the code in the short URL. Null for links made before 2026-11-22. */
    codeHash: text('code_hash'),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** The member who made the link for a company, or null. */
    personId: text('person_id'),
    label: text('label'),
    /** Note of the owner for visitors. */
    note: text('note'),
    /** The recipient's name or e-mail, typed by the owner and never shown to visitors. */
    recipient: text('recipient'),
    /** The e-mail in `recipient`, in lower case, by which the team finds the link. */
    recipientEmail: text('recipient_address'),
    /** Visitors must enter a code that is mailed to this e-mail. Null: no code is required. */
    email: text('email'),
    /** argon2id. */
    passwordHash: text('password_hash'),
    /** Wrong passwords of all visitors within a day since `wrong_since`. */
    wrongTries: integer('wrong_tries').notNull().default(0),
    wrongSince: integer('wrong_since'),
    /** True if visitors may view the files but not download them. */
    viewOnly: integer('view_only', { mode: 'boolean' }).notNull().default(false),
    maxOpenings: integer('max_openings'),
    /** Visits by the short URL plus files opened by the long one. `share_openings` is the log. */
    openings: integer('openings').notNull().default(0),
    /** Number of views since 2026-11-23, when views and downloads were first counted separately. */
    views: integer('views').notNull().default(0),
    /** Number of downloads since 2026-11-23. */
    downloads: integer('downloads').notNull().default(0),
    /** True if the owner gets a mail at the first opening. */
    notify: integer('notify', { mode: 'boolean' }).notNull(),
    /** Time of the last mail with the link to the e-mail in `recipient`. */
    sentAt: integer('sent_at'),
    /** Time at which a visitor requested a new link. Null once a new link exists. */
    requestedAt: integer('requested_at'),
    /** Unverified e-mail of the visitor who requested a new link, for the owner's answer. */
    requestedBy: text('requested_by'),
    createdAt: integer('created_at').notNull(),
    /** Time of expiry. Revoking the link sets it to the present. */
    expiresAt: integer('expires_at').notNull(),
    revokedAt: integer('revoked_at'),
  },
  (t) => [
    uniqueIndex('share_links_by_token').on(t.tokenHash),
    uniqueIndex('share_links_by_code').on(t.codeHash),
    index('share_links_by_account').on(t.accountId, t.createdAt),
    index('share_links_live').on(t.accountId, t.expiresAt),
    index('share_links_by_end').on(t.expiresAt),
    index('share_links_by_recipient')
      .on(t.recipientEmail)
      .where(sql`recipient_address is not null`),
  ],
);

/** Documents of a link, in their order. A row is not shown if its document was deleted. */
export const shareLinkDocuments = sqliteTable(
  'share_link_documents',
  {
    linkId: text('link_id')
      .notNull()
      .references(() => shareLinks.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    /** Id in `documents`, without a foreign key: the row may outlive the document. */
    documentId: text('document_id').notNull(),
    /** Time at which this document replaced the one that was shared first. */
    renewedAt: integer('renewed_at'),
  },
  (t) => [primaryKey({ columns: [t.linkId, t.position] })],
);

/** Log of visits and of files sent through a link: time, shortened IP and browser. */
export const shareOpenings = sqliteTable(
  'share_openings',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    linkId: text('link_id')
      .notNull()
      .references(() => shareLinks.id, { onDelete: 'cascade' }),
    /** Id in `documents`, or null for a ZIP of all documents and for a visit without a file. */
    documentId: text('document_id'),
    /** The shortened IP (`shortIp`). */
    shortIp: text('place').notNull(),
    agent: text('agent').notNull(),
    /** Null in rows from before 2026-11-23. */
    way: text('way', { enum: ['view', 'download', 'enter'] }),
    at: integer('at').notNull(),
  },
  (t) => [index('share_openings_by_link').on(t.linkId, t.id)],
);
