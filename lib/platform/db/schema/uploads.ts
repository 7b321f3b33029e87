import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Files of requests. States go from requested to arrived to kept, or to `removing` until the object
 * is deleted. An arrived file is kept while its draft exists. An `infected` one has no object.
 */
export const uploads = sqliteTable(
  'uploads',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: ['contrato', 'adicional', 'garantia'] }).notNull(),
    fileName: text('file_name').notNull(),
    objectKey: text('object_key').notNull(),
    contentType: text('content_type').notNull(),
    size: integer('size'),
    state: text('state', { enum: ['requested', 'arrived', 'kept', 'removing'] }).notNull(),
    draftId: text('draft_id'),
    submissionId: integer('submission_id'),
    /** Expiry of the file's URL. Null: no submission includes the file yet. */
    linkEndsAt: integer('link_ends_at'),
    /** Time at which it was added to a request already sent, whose answers do not mention it. */
    addedAt: integer('added_at'),
    requestedDocumentId: integer('requested_document_id'),
    /** The document's name in the vault from which it was copied. */
    title: text('title'),
    /** Account whose vault is still to get a copy. */
    vaultOf: text('vault_of'),
    createdAt: integer('created_at').notNull(),
    arrivedAt: integer('arrived_at'),
    verdict: text('verdict', { enum: ['waiting', 'clean', 'infected'] })
      .notNull()
      .default('clean'),
    /** Counts how often it was opened before a submission kept it. */
    openings: integer('openings').notNull().default(0),
    /** Keyed hash of the sender's account or address. Null: the file counts in no quota. */
    sender: text('sender'),
    /** The object was written sealed. A plain object in its place is refused. */
    sealed: integer('sealed', { mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    index('uploads_by_state').on(t.state, t.createdAt),
    index('uploads_by_draft').on(t.draftId),
    index('uploads_by_submission').on(t.submissionId).where(sql`submission_id is not null`),
    index('uploads_by_requested_document')
      .on(t.requestedDocumentId)
      .where(sql`requested_document_id is not null`),
    index('uploads_to_file').on(t.id).where(sql`vault_of is not null`),
    index('uploads_waiting').on(t.arrivedAt, t.id).where(sql`verdict = 'waiting'`),
    index('uploads_sealed').on(t.objectKey).where(sql`sealed = 1`),
    index('uploads_pending').on(t.sender, t.size).where(sql`sender is not null`),
  ],
);

/** Single row with the total bytes of pending uploads (`sender` set), updated by triggers. */
export const pendingBytes = sqliteTable('pending_bytes', {
  id: integer('id').primaryKey(),
  total: integer('total').notNull(),
});
