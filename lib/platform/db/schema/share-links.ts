import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { accounts } from '#lib/platform/db/schema/accounts.ts';

/** A link to documents of a vault. One address holds 32 random bytes, the row their SHA-256. */
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
    label: text('label'),
    /** The owner writes this note, and visitors read it. */
    note: text('note'),
    /** The owner names the recipient here. Visitors do not read it. */
    recipient: text('recipient'),
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
    /** Visits by its short address and files sent by the other. `share_openings` has the first. */
    openings: integer('openings').notNull().default(0),
    /** Files viewed and files saved are counted apart since 2026-11-23. */
    views: integer('views').notNull().default(0),
    downloads: integer('downloads').notNull().default(0),
    /** The owner gets a mail at the first opening. */
    notify: integer('notify', { mode: 'boolean' }).notNull(),
    /** The link was last mailed then to the address in `recipient`. */
    sentAt: integer('sent_at'),
    /** A visitor requested a new link then. It is null again once there is one. */
    requestedAt: integer('requested_at'),
    createdAt: integer('created_at').notNull(),
    /** The link ends or ended then. Revoking moves this time. */
    expiresAt: integer('expires_at').notNull(),
    revokedAt: integer('revoked_at'),
  },
  (t) => [
    uniqueIndex('share_links_by_token').on(t.tokenHash),
    uniqueIndex('share_links_by_code').on(t.codeHash),
    index('share_links_by_account').on(t.accountId, t.createdAt),
    index('share_links_live').on(t.accountId, t.expiresAt),
    index('share_links_by_end').on(t.expiresAt),
  ],
);

/** A link shows these in this order. A row outlives its document, which then is not shown. */
export const shareLinkDocuments = sqliteTable(
  'share_link_documents',
  {
    linkId: text('link_id')
      .notNull()
      .references(() => shareLinks.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    /** The column holds a `documents.id` without a foreign key, see above. */
    documentId: text('document_id').notNull(),
    /** This document took the place of the shared one then. */
    renewedAt: integer('renewed_at'),
  },
  (t) => [primaryKey({ columns: [t.linkId, t.position] })],
);

/**
 * A file was sent through a link, or its gate passed: when, where (shortened), to which program.
 */
export const shareOpenings = sqliteTable(
  'share_openings',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    linkId: text('link_id')
      .notNull()
      .references(() => shareLinks.id, { onDelete: 'cascade' }),
    /** The column holds a `documents.id`. Null means all of them as a ZIP, or none yet. */
    documentId: text('document_id'),
    place: text('place').notNull(),
    agent: text('agent').notNull(),
    /** Rows from before 2026-11-23 have null. */
    way: text('way', { enum: ['view', 'download', 'enter'] }),
    at: integer('at').notNull(),
  },
  (t) => [index('share_openings_by_link').on(t.linkId, t.id)],
);
