import { and, eq, isNull } from 'drizzle-orm';
import { computeDates, dateProblemsOf } from '#lib/domain/documents/expiry.ts';
import {
  awaitsReading,
  expiryInReading,
  type UnreadDocument,
} from '#lib/domain/documents/readings.ts';
import { type DocumentReading, documentReadingSchema } from '#lib/domain/documents/schema.ts';
import { restoreReplacedDocument } from '#lib/domain/documents/writes/restore-replaced-document.ts';
import { endOfDay } from '#lib/platform/chile/calendar.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { documentAlerts } from '#lib/platform/db/schema/alerts.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { runDocumentReader } from '#lib/platform/files/document-reader.ts';
import { now } from '#lib/platform/process/clock.ts';
import { log } from '#lib/platform/process/log.ts';
import { singleton } from '#lib/platform/process/singleton.ts';
import { withTimeout } from '#lib/platform/process/timeout.ts';
import { getStorage } from '#lib/platform/storage/client.ts';

const PROGRAM = 'lib/domain/documents/reading/process.ts';

/** Reads documents in the background. Waits at most `ms`; a reading that takes longer continues. */
export async function readDocumentsWithin(
  documents: readonly UnreadDocument[],
  ms: number,
): Promise<void> {
  const runningReads = documents.filter(awaitsReading).map(readOnce);
  if (runningReads.length === 0) return;
  await withTimeout(Promise.all(runningReads), ms, () => undefined);
}

function readOnce({ id, objectKey }: UnreadDocument): Promise<void> {
  const runningReadings = singleton('readings', () => new Map<string, Promise<void>>());
  const runningReading =
    runningReadings.get(id) ??
    storeReading(id, objectKey)
      .catch((err: unknown) => log().warn({ err, document: id }, 'a paper stays unread'))
      .finally(() => runningReadings.delete(id));
  runningReadings.set(id, runningReading);
  return runningReading;
}

async function storeReading(id: string, objectKey: string): Promise<void> {
  const facts = await readStoredFile(objectKey);
  if (!facts) return;
  await getDb().write(async (tx) => {
    const [document] = await tx
      .update(documents)
      .set({ reading: facts })
      .where(and(eq(documents.id, id), isNull(documents.reading)))
      .returning();
    if (!document) return;
    if (facts.rut) await restoreReplacedDocument(tx, document);
    if (document.countedFrom === 'typed') return;
    const dates =
      datesOfPrintedEnd(expiryInReading(facts, document.category)) ??
      (await datesFromIssueDay(facts, document));
    if (!dates) return;
    // The alerts that were sent were about the estimated end, so alerts may be sent again.
    await tx.delete(documentAlerts).where(eq(documentAlerts.documentId, id));
    await tx.update(documents).set(dates).where(eq(documents.id, id));
  });
}

function datesOfPrintedEnd(end: string | null) {
  if (end === 'unread') return { expiresAt: null, countedFrom: end } as const;
  if (!end || dateProblemsOf({ expiresAt: end }, now()).expiresAt) return null;
  return { expiresAt: endOfDay(end), countedFrom: 'printed' } as const;
}

/**
 * Returns an end that is counted from the issue day that was read, if the present end is counted
 * from the upload.
 */
async function datesFromIssueDay(
  { category, issuedAt }: DocumentReading,
  document: typeof documents.$inferSelect,
) {
  const { countedFrom, uploadedAt } = document;
  if (countedFrom !== 'uploaded' || !category || category !== document.category) return null;
  if (!issuedAt || dateProblemsOf({ issuedAt }, now()).issuedAt) return null;
  const { expiresAt } = computeDates(category, { uploadedAt, issuedAt });
  return { expiresAt, countedFrom: 'read' } as const;
}

/**
 * Reads a stored file. Returns null if the file is missing or too many files are waiting; it is
 * tried again later. If the program fails or reaches a limit, the file counts as one without text.
 */
export async function readStoredFile(objectKey: string): Promise<DocumentReading | null> {
  const result = await runDocumentReader(PROGRAM, () => getStorage().read(objectKey));
  if (result === undefined) return null;
  const parsed = documentReadingSchema.safeParse(result);
  return parsed.success ? parsed.data : { text: false };
}
