import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { invalidFile } from '#lib/domain/uploads/check-file.ts';
import { BUCKET_UPLOAD_PREFIX, findUpload, type Upload } from '#lib/domain/uploads/reads.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { uploads } from '#lib/platform/db/schema/uploads.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { type ScanQueue, scanWaiting, scanWithinWait } from '#lib/platform/scanner/scan-files.ts';
import { randomId } from '#lib/platform/security/ids.ts';
import { getStorage } from '#lib/platform/storage/client.ts';

type WaitingUpload = Pick<Upload, 'id' | 'objectKey' | 'size'>;

/** SQLite uses the partial index only if the query has exactly this condition. */
const waitingCondition = sql`${uploads.verdict} = 'waiting'`;

const waitingUploads: ScanQueue<WaitingUpload> = {
  list: (skip, limit) =>
    getDb()
      .read.select()
      .from(uploads)
      .where(and(waitingCondition, inArray(uploads.state, ['arrived', 'kept'])))
      .orderBy(asc(uploads.arrivedAt), asc(uploads.id))
      .limit(limit)
      .offset(skip),
  settle: async (upload, verdict, at) => {
    // If a second file is sent for the upload, it has another object key and needs a verdict of its
    // own.
    const unchangedCondition = and(
      eq(uploads.id, upload.id),
      eq(uploads.objectKey, upload.objectKey),
      waitingCondition,
    );
    if (verdict.isClean) {
      await getDb().write((tx) =>
        tx.update(uploads).set({ verdict: 'clean' }).where(unchangedCondition),
      );
      return;
    }
    const objectRow = await getDb().write((tx) => refuseUpload(tx, unchangedCondition, upload, at));
    if (objectRow) await discardUpload(objectRow);
  },
};

/**
 * Scans an upload. If it is infected, throws `invalid_file`; its row makes later requests fail too.
 */
export async function scanUpload(upload: WaitingUpload): Promise<void> {
  await scanWithinWait(waitingUploads, upload);
  if ((await findUpload(upload.id))?.verdict === 'infected') throw invalidFile('infected');
}

export function scanWaitingUploads(): Promise<number> {
  return scanWaiting(waitingUploads);
}

/**
 * Marks an upload as infected. A second row names its object until the object is removed. If the
 * file is part of a request, its lead gets an event.
 */
async function refuseUpload(
  tx: Tx,
  condition: ReturnType<typeof and>,
  { objectKey }: WaitingUpload,
  at: number,
): Promise<{ id: string; objectKey: string } | null> {
  const [row] = await tx
    .update(uploads)
    .set({ verdict: 'infected', objectKey: '', size: 0 })
    .where(condition)
    .returning();
  if (!row) return null;
  const objectRow = { id: randomId(), objectKey, state: 'removing' as const, createdAt: at };
  await tx.insert(uploads).values({ ...row, ...objectRow, sender: null });
  if (row.state !== 'kept') return objectRow;
  // The JSON is that of a LeadEvent, a type that this folder does not import.
  const detail = JSON.stringify({ fileName: row.fileName });
  const eventInsert = sql`insert into lead_events (lead_id, kind, actor, detail, at)
    select id, 'infected', 'system', ${detail}, ${at} from leads
      where (submission_id = ${row.submissionId}
        or id = (select lead_id from requested_documents where id = ${row.requestedDocumentId})) and erased_at is null`;
  await tx.run(eventInsert);
  return objectRow;
}

/** Removes an object, if there is a key, and its row. Leaves failures to the sweeper. */
export async function discardUpload({
  id,
  objectKey,
}: {
  id: string;
  objectKey: string;
}): Promise<void> {
  try {
    if (objectKey) await getStorage().remove(objectKey);
    // Until the presigned URL ends, the sender may put another object there, so the sweeper checks
    // again in an hour.
    if (objectKey.startsWith(BUCKET_UPLOAD_PREFIX)) return;
    await getDb().write((tx) => tx.delete(uploads).where(eq(uploads.id, id)));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}
