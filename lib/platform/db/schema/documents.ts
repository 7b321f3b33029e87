import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { DocumentReading } from '#lib/domain/documents/schema.ts';

/**
 * Documents of a vault. `state`: `waiting` for its scan, `kept` (visible), `infected` (refused by
 * the scanner, its object is deleted), `former` (replaced by another), `deleted` (can be restored),
 * `removing` (hidden until the sweeper deletes object and row).
 */
export const documents = sqliteTable(
  'documents',
  {
    id: text('id').primaryKey(),
    /** Random id in the API: the `fileId` of a document and the `key` of a download. */
    fileId: text('file_id').notNull(),
    /** Without a foreign key: rows outlive their account until their object is deleted. */
    accountId: text('account_id').notNull(),
    category: text('category').notNull(),
    customTitle: text('custom_title'),
    fileName: text('file_name').notNull(),
    contentType: text('content_type').notNull(),
    size: integer('size').notNull(),
    objectKey: text('object_key').notNull(),
    state: text('state', {
      enum: ['removing', 'waiting', 'kept', 'infected', 'deleted', 'former'],
    }).notNull(),
    uploadedAt: integer('uploaded_at').notNull(),
    /** The date on the document, `YYYY-MM-DD`, or null if it is unknown. */
    issuedAt: text('issued_at'),
    /** End of the last valid day in America/Santiago (ms). */
    expiresAt: integer('expires_at'),
    /**
     * The source of `expiresAt`. Null: the document never expires. `unread`: the expiry is unknown.
     * `read`: the expiry is counted from a date of issue that a program read and nobody has
     * confirmed.
     */
    countedFrom: text('counted_from', {
      enum: ['typed', 'printed', 'issued', 'read', 'uploaded', 'unread'],
    }),
    changedAt: integer('changed_at').notNull(),
    /**
     * Order within a category: the `uploadedAt` of the first document in a chain of replacements.
     */
    sortAt: integer('sort_at').notNull().default(0),
    /**
     * Id of the document that this one replaces once its scan is clean, in categories that hold
     * many.
     */
    replaces: text('replaces'),
    /** File name of the document that this one replaced. */
    replaced: text('replaced'),
    /** Id of the current document, if this one is `former`. */
    formerOf: text('former_of'),
    scannedAt: integer('scanned_at'),
    /** Name of the threat in an `infected` document. */
    finding: text('finding'),
    /** Idempotency key chosen by the client, so that a file sent twice becomes one document. */
    once: text('once'),
    /** Facts that a program read in the file, until a person confirms or dismisses them. */
    reading: text('reading', { mode: 'json' }).$type<DocumentReading>(),
    /** SHA-256 of the content in hex. Documents from before migration 0076 have none. */
    sha256: text('sha256'),
    /**
     * True if the object was written encrypted. An unencrypted object in its place is then refused.
     */
    sealed: integer('sealed', { mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    uniqueIndex('documents_by_file_id').on(t.fileId),
    index('documents_by_account').on(t.accountId, t.state, t.category, t.uploadedAt),
    index('documents_by_state')
      .on(t.state, t.changedAt)
      .where(sql`state in ('removing', 'waiting', 'deleted')`),
    index('documents_expiring')
      .on(t.accountId, t.expiresAt)
      .where(sql`state = 'kept' and expires_at > 0`),
    index('documents_former').on(t.formerOf).where(sql`state = 'former'`),
    index('documents_sealed').on(t.objectKey).where(sql`sealed = 1`),
    index('documents_unplaced').on(t.uploadedAt).where(sql`category = 'por_ordenar'`),
  ],
);
