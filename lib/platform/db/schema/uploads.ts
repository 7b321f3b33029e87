import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * A guarantee attachment. requested → arrived → kept; `removing` until its object is gone.
 * `draftId` holds an arrived upload for as long as that draft lives.
 */
export const uploads = sqliteTable(
  'uploads',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: ['contrato', 'adicional'] }).notNull(),
    fileName: text('file_name').notNull(),
    objectKey: text('object_key').notNull(),
    contentType: text('content_type').notNull(),
    size: integer('size'),
    state: text('state', { enum: ['requested', 'arrived', 'kept', 'removing'] }).notNull(),
    draftId: text('draft_id'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    index('uploads_by_state').on(t.state, t.createdAt),
    index('uploads_by_draft').on(t.draftId),
  ],
);
