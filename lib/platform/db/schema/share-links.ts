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

/** Links to documents of a vault. The long address holds 32 random bytes, the row their SHA-256. */
export const shareLinks = sqliteTable(
  'share_links',
  {
    id: text('id').primaryKey(),
    tokenHash: text('token_hash').notNull(),
    /** SHA-256 of the code in its short address. Links made before 2026-11-22 have none. */
    codeHash: text('code_hash'),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** The member who made it for a company. */
    personId: text('person_id'),
    label: text('label'),
    /** The owner writes this note, and visitors read it. */
    note: text('note'),
    /** The owner names the recipient here. Visitors do not read it. */
    recipient: text('recipient'),
    /** The one address in `recipient`, in lower case, by which the team finds the link. */
    recipientAddress: text('recipient_address'),
    /** Visitors enter a code mailed to this address. Null: no code is required. */
    email: text('email'),
    /** The hash is argon2id. */
    passwordHash: text('password_hash'),
    /** Wrong passwords of all visitors since `wrong_since`, if less than a day ago. */
    wrongTries: integer('wrong_tries').notNull().default(0),
    wrongSince: integer('wrong_since'),
    /** Files are shown, never handed over to be saved. */
    viewOnly: integer('view_only', { mode: 'boolean' }).notNull().default(false),
    maxOpenings: integer('max_openings'),
    /** Counts visits by the short address and files by the long one (log: `share_openings`). */
    openings: integer('openings').notNull().default(0),
    /** Counted separately since 2026-11-23. */
    views: integer('views').notNull().default(0),
    downloads: integer('downloads').notNull().default(0),
    /** The owner gets a mail at the first opening. */
    notify: integer('notify', { mode: 'boolean' }).notNull(),
    /** Time of the last mail with the link to the address in `recipient`. */
    sentAt: integer('sent_at'),
    /** Time at which a visitor requested a new link. Null again once there is one. */
    requestedAt: integer('requested_at'),
    /** Address that this visitor typed, unverified, so that the owner knows whom to answer. */
    requestedBy: text('requested_by'),
    createdAt: integer('created_at').notNull(),
    /** Expiry. Revoking the link sets this to the present. */
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
      .on(t.recipientAddress)
      .where(sql`recipient_address is not null`),
  ],
);

/** Documents of a link in order. A row may outlive its document, which is then not shown. */
export const shareLinkDocuments = sqliteTable(
  'share_link_documents',
  {
    linkId: text('link_id')
      .notNull()
      .references(() => shareLinks.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    /** Holds `documents.id` without a foreign key, because the row may outlive the document. */
    documentId: text('document_id').notNull(),
    /** Time at which this document replaced the shared one. */
    renewedAt: integer('renewed_at'),
  },
  (t) => [primaryKey({ columns: [t.linkId, t.position] })],
);

/** Visits and files sent through a link: time, shortened address and browser. */
export const shareOpenings = sqliteTable(
  'share_openings',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    linkId: text('link_id')
      .notNull()
      .references(() => shareLinks.id, { onDelete: 'cascade' }),
    /** Holds `documents.id`. Null: all documents as a ZIP, or a visit without a file. */
    documentId: text('document_id'),
    place: text('place').notNull(),
    agent: text('agent').notNull(),
    /** Rows from before 2026-11-23 have null. */
    way: text('way', { enum: ['view', 'download', 'enter'] }),
    at: integer('at').notNull(),
  },
  (t) => [index('share_openings_by_link').on(t.linkId, t.id)],
);
