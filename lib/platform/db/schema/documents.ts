import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { DocumentReading } from '#lib/domain/documents/schema.ts';

/**
 * Each row is a document in a vault. `waiting`: not scanned yet. `kept`: visible. `infected`: the
 * scanner refused it and its object is deleted. `former`: replaced by another. `deleted`: can be
 * restored. `removing`: hidden until the sweeper deletes object and row.
 */
export const documents = sqliteTable(
  'documents',
  {
    id: text('id').primaryKey(),
    /** The API's `fileId` and a download's `key` are random, unlike `id` and `objectKey`. */
    fileId: text('file_id').notNull(),
    /** There is no foreign key, because rows outlive their account until their object is gone. */
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
    /** The document bears this day, `YYYY-MM-DD`. Null means that it is unknown. */
    issuedAt: text('issued_at'),
    /** The last valid day ends then in America/Santiago. */
    expiresAt: integer('expires_at'),
    /**
     * Records the source of `expiresAt`. Null: there is no expiry. `unread`: it is not known.
     * `read`: it is counted from a day of issue that was read, while nobody confirmed that day.
     */
    countedFrom: text('counted_from', {
      enum: ['typed', 'printed', 'issued', 'read', 'uploaded', 'unread'],
    }),
    changedAt: integer('changed_at').notNull(),
    /** Sorts a category by the `uploadedAt` of the first in a chain of replacements. */
    sortAt: integer('sort_at').notNull().default(0),
    /** A `waiting` document ("many" categories) holds the id that it replaces once it is clean. */
    replaces: text('replaces'),
    /** Keeps the file name of the document that this one replaced. */
    replaced: text('replaced'),
    /** A `former` document holds the id of the current one. */
    formerOf: text('former_of'),
    /** The scanner ran at this time. `finding` names the danger in an `infected` document. */
    scannedAt: integer('scanned_at'),
    finding: text('finding'),
    /** The client chooses this key, so that a file sent twice becomes one document. */
    once: text('once'),
    /** Facts read from the file, as JSON, are kept until the person confirms or dismisses them. */
    reading: text('reading', { mode: 'json' }).$type<DocumentReading>(),
    /** The object was written sealed. A plain object in its place is refused. */
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
