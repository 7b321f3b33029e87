import { eq, sql } from 'drizzle-orm';
import type { UploadKind } from '#lib/domain/uploads/schema.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { jsonColumn } from '#lib/platform/db/json.ts';
import { uploads } from '#lib/platform/db/schema/uploads.ts';

/** Prefix of object keys for files that senders put into the bucket themselves. */
export const BUCKET_UPLOAD_PREFIX = 'incoming/';

export type Upload = typeof uploads.$inferSelect;

export async function findUpload(id: string): Promise<Upload | null> {
  const [row] = await getDb().read.select().from(uploads).where(eq(uploads.id, id)).limit(1);
  return row ?? null;
}

export type RequestUpload = Pick<Upload, 'id' | 'fileName' | 'size' | 'verdict' | 'addedAt'> & {
  kind: UploadKind;
  /**
   * Title of the requested document that the file answers, or of the vault document that was
   * copied.
   */
  requestedTitle: string | null;
};

/**
 * Subquery on `submissions` for the applicant's files: first those sent with the request, then
 * those added later, in the order they came.
 */
export const requestFilesColumn = jsonColumn<RequestUpload[]>(sql`(
  select json_group_array(json_object('id', id, 'kind', kind, 'fileName', file_name, 'size', size,
    'verdict', verdict, 'addedAt', added_at, 'requestedTitle', coalesce((select p.title from requested_documents p where p.id = requested_document_id), title)))
  from (select * from uploads where submission_id = submissions.id and state = 'kept' and kind <> 'garantia'
    order by added_at, arrived_at, id))`);
