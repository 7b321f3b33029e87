import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { accounts } from '#lib/platform/db/schema/accounts.ts';

/** A link to documents of an account's vault. One address holds 32 random bytes, the row their SHA-256. */
export const shareLinks = sqliteTable(
  'share_links',
  {
    id: text('id').primaryKey(),
    tokenHash: text('token_hash').notNull(),
    /** SHA-256 of the code in its short address; null: made before 2026-11-22, without one. */
    codeHash: text('code_hash'),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    label: text('label'),
    /** From its owner to its visitors, who read it. */
    note: text('note'),
    /** For whom; visitors do not read it. */
    recipient: text('recipient'),
    /** A visitor gives a code that is sent here; null: none is asked for. */
    email: text('email'),
    /** argon2id. */
    passwordHash: text('password_hash'),
    /** Wrong passwords of all visitors since `wrong_since`, if less than a day ago. */
    wrongTries: integer('wrong_tries').notNull().default(0),
    wrongSince: integer('wrong_since'),
    maxOpenings: integer('max_openings'),
    /** Visits by its short address, files sent by the other; `share_openings` tells of the first. */
    openings: integer('openings').notNull().default(0),
    /** Files to look at and files to save; of before 2026-11-23 it is not known. */
    views: integer('views').notNull().default(0),
    downloads: integer('downloads').notNull().default(0),
    /** Mail to the owner at the first opening. */
    notify: integer('notify', { mode: 'boolean' }).notNull(),
    /** When it was mailed last to the address in `recipient`. */
    sentAt: integer('sent_at'),
    /** When a visitor asked for a new one in its place, until there is one. */
    askedAt: integer('asked_at'),
    createdAt: integer('created_at').notNull(),
    /** When it ends, or ended: revoking moves it. */
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

/** What a link shows, in this order. Rows outlive their document, which then is not shown. */
export const shareLinkDocuments = sqliteTable(
  'share_link_documents',
  {
    linkId: text('link_id')
      .notNull()
      .references(() => shareLinks.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    /** `documents.id`; no foreign key, see above. */
    documentId: text('document_id').notNull(),
    /** When it took the place of the one that was shared. */
    renewedAt: integer('renewed_at'),
  },
  (t) => [primaryKey({ columns: [t.linkId, t.position] })],
);

/** A file that was sent through a link, or its gate passed: when, where to (address shortened), to which program. */
export const shareOpenings = sqliteTable(
  'share_openings',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    linkId: text('link_id')
      .notNull()
      .references(() => shareLinks.id, { onDelete: 'cascade' }),
    /** `documents.id`; null: all of them as a ZIP, or none yet. */
    documentId: text('document_id'),
    place: text('place').notNull(),
    agent: text('agent').notNull(),
    /** Null: before 2026-11-23. */
    way: text('way', { enum: ['view', 'download', 'enter'] }),
    at: integer('at').notNull(),
  },
  (t) => [index('share_openings_by_link').on(t.linkId, t.id)],
);
