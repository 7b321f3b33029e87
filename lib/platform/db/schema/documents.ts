import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/**
 * A document of an account's vault. `removing`: not visible; the sweeper deletes the object, then
 * the row. `waiting`: stored, without a verdict yet. `kept`: visible. `infected`: refused by the
 * scanner, its object is gone. `deleted`: may still be restored. `former`: another took its place.
 */
export const documents = sqliteTable(
  'documents',
  {
    id: text('id').primaryKey(),
    /** The `fileId` of the API, `key` of a download: random, differs from `id` and `objectKey`. */
    fileId: text('file_id').notNull(),
    /** No foreign key: rows outlive their account until their object is gone. */
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
    /** The day that the paper bears, `YYYY-MM-DD`; null: not told. */
    issuedAt: text('issued_at'),
    /** The end of its last valid day in America/Santiago. */
    expiresAt: integer('expires_at'),
    /** What that end comes from; null: it has none. */
    countedFrom: text('counted_from', { enum: ['typed', 'printed', 'issued', 'uploaded'] }),
    changedAt: integer('changed_at').notNull(),
    /** Where it stands in its category: the `uploadedAt` of the first that it replaces. */
    sortAt: integer('sort_at').notNull().default(0),
    /** While `waiting`: the id of the one of a "many" category that ends when it is clean. */
    replaces: text('replaces'),
    /** The name of the one whose place it took. */
    replaced: text('replaced'),
    /** Of a `former` one: the id of the document that stands in its place. */
    formerOf: text('former_of'),
    /** When the scanner judged it, and what it found in an `infected` one. */
    scannedAt: integer('scanned_at'),
    finding: text('finding'),
    /** Made by its sender: the same file sent again is the same document. */
    once: text('once'),
    /** Facts read from it, as JSON, until they are confirmed or dismissed. */
    reading: text('reading'),
    /** Its object was written sealed: a plain one in its place is refused. */
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
