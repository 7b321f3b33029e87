import { eq, sql } from 'drizzle-orm';
import { stillScanningError } from '#lib/domain/uploads/check-file.ts';
import type { UploadKind } from '#lib/domain/uploads/schema.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { jsonColumn } from '#lib/platform/db/json.ts';
import { uploads } from '#lib/platform/db/schema/uploads.ts';
import { AppError } from '#lib/platform/operations/errors.ts';

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
   * Title of the requested document for which the file was sent, or of the vault document that was
   * copied.
   */
  requestedTitle: string | null;
};

/**
 * Subquery on `submissions` for the applicant's files: those that came with the request, then those
 * added later in the order of their arrival.
 */
export const requestFilesColumn = jsonColumn<RequestUpload[]>(sql`(
  select json_group_array(json_object('id', id, 'kind', kind, 'fileName', file_name, 'size', size,
    'verdict', verdict, 'addedAt', added_at, 'requestedTitle', coalesce((select p.title from requested_documents p where p.id = requested_document_id), title)))
  from (select * from uploads where submission_id = submissions.id and state = 'kept' and kind <> 'garantia'
    order by added_at, arrived_at, id))`);

/** Finds an uploaded document that no record names yet. */
export async function findUnrecordedUpload(uploadId: string | undefined) {
  const upload = uploadId ? await findUpload(uploadId) : null;
  return upload?.kind === 'garantia' && upload.state === 'arrived' ? upload : null;
}

/** Returns a file of a request. Throws `not_found`, and `conflict` until the file was scanned. */
export async function getKeptUpload(id: string | undefined): Promise<Upload> {
  const upload = id === undefined ? null : await findUpload(id);
  if (upload?.state !== 'kept') throw new AppError('not_found');
  requireScanned(upload);
  return upload;
}

/** Throws `conflict` if the file has not been scanned, and `not_found` if it is infected. */
export function requireScanned({ verdict }: Pick<Upload, 'verdict'>): void {
  if (verdict === 'waiting') throw stillScanningError();
  if (verdict === 'infected') throw new AppError('not_found');
}
