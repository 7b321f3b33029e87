import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Files of requests, and documents of issued guarantees (`garantia`). `state` goes from `requested`
 * to `arrived` to `kept`. A file that the app receives itself begins as `removing`, so that its
 * object is deleted if the upload is not completed.
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
    /** Time at which the file's URL expires, or null while no submission includes the file. */
    linkEndsAt: integer('link_ends_at'),
    /** Time at which it was added to a request that was already sent, or null. */
    addedAt: integer('added_at'),
    requestedDocumentId: integer('requested_document_id'),
    /** Title of the document in the vault from which the file was copied. */
    title: text('title'),
    /** Account whose vault will still get a copy, or null. */
    vaultOf: text('vault_of'),
    createdAt: integer('created_at').notNull(),
    arrivedAt: integer('arrived_at'),
    /** Result of the virus scan. It is `clean` where no scanner is set. */
    verdict: text('verdict', { enum: ['waiting', 'clean', 'infected'] })
      .notNull()
      .default('clean'),
    /** Number of times it was opened before a submission included it. */
    openings: integer('openings').notNull().default(0),
    /**
     * Keyed hash of the sender's account or IP, for the quota. If it is null, no quota counts the
     * file.
     */
    sender: text('sender'),
    /**
     * True if the object was written encrypted. An unencrypted object in its place is then refused.
     */
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

/**
 * A single row with the total bytes of pending uploads (those with `sender`). Triggers update it.
 */
export const pendingBytes = sqliteTable('pending_bytes', {
  id: integer('id').primaryKey(),
  total: integer('total').notNull(),
});
