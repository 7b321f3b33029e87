import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * requested → arrived → kept; `removing` until its object is gone. `draftId` holds an arrived one
 * while that draft lives. An `infected` one has no object any more.
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
    /** When its address stops opening it; null until a submission keeps it. */
    linkEndsAt: integer('link_ends_at'),
    /** When it was added to the request `submissionId` after that was sent: no answers name it. */
    addedAt: integer('added_at'),
    paperId: integer('paper_id'),
    /** The account in whose vault it is still to be filed. */
    vaultOf: text('vault_of'),
    createdAt: integer('created_at').notNull(),
    arrivedAt: integer('arrived_at'),
    verdict: text('verdict', { enum: ['waiting', 'clean', 'infected'] })
      .notNull()
      .default('clean'),
    /** How often it was opened before a submission kept it. */
    openings: integer('openings').notNull().default(0),
    /** Keyed hash of the sender's account or address, as limits count it; null: in no quota (any more). */
    sender: text('sender'),
    /** Its object was written sealed: a plain one in its place is refused. */
    sealed: integer('sealed', { mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    index('uploads_by_state').on(t.state, t.createdAt),
    index('uploads_by_draft').on(t.draftId),
    index('uploads_by_submission').on(t.submissionId).where(sql`submission_id is not null`),
    index('uploads_by_paper').on(t.paperId).where(sql`paper_id is not null`),
    index('uploads_to_file').on(t.id).where(sql`vault_of is not null`),
    index('uploads_waiting').on(t.arrivedAt, t.id).where(sql`verdict = 'waiting'`),
    index('uploads_sealed').on(t.objectKey).where(sql`sealed = 1`),
    index('uploads_pending').on(t.sender, t.size).where(sql`sender is not null`),
  ],
);

/** One row: how many bytes all pending uploads have (`sender` set), kept by triggers on `uploads`. */
export const pendingBytes = sqliteTable('pending_bytes', {
  id: integer('id').primaryKey(),
  total: integer('total').notNull(),
});
