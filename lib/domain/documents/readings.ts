import { and, eq, isNull } from 'drizzle-orm';
import { problemsOfDates } from '#lib/domain/documents/expiry.ts';
import { statesEnd } from '#lib/domain/documents/reading/kinds.ts';
import { type DocumentReading, reading } from '#lib/domain/documents/schema.ts';
import { NEW_MS } from '#lib/domain/documents/versions.ts';
import { endOfDay } from '#lib/platform/chile/calendar.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { documentAlerts } from '#lib/platform/db/schema/alerts.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { readDocument } from '#lib/platform/files/document-reader.ts';
import { now } from '#lib/platform/process/clock.ts';
import { log } from '#lib/platform/process/log.ts';
import { singleton } from '#lib/platform/process/singleton.ts';
import { withTimeout } from '#lib/platform/process/timeout.ts';
import { getStorage } from '#lib/platform/storage/client.ts';

type UnreadDocument = {
  id: string;
  objectKey: string;
  contentType: string;
  state: string;
  reading: string | null;
};

const PROGRAM = 'lib/domain/documents/reading/process.ts';
const PDF = 'application/pdf';

/**
 * Returns the facts that were read from a document, or null while it was not read yet. Files other
 * than PDFs have no text to read.
 */
export function readingOf(
  document: Pick<UnreadDocument, 'contentType' | 'reading'>,
): DocumentReading | null {
  if (document.contentType !== PDF) return { text: false };
  return document.reading === null ? null : reading.parse(JSON.parse(document.reading));
}

/**
 * Returns the last day that was read, `unread` if the document states one that was not understood
 * or belongs to another category, or null if it states none.
 */
export function readEnd(facts: DocumentReading | null, category: string): string | null {
  if (facts?.category === category) return facts.endUnread ? 'unread' : (facts.expiresAt ?? null);
  return statesEnd(category) && (facts?.endUnread || facts?.expiresAt) ? 'unread' : null;
}

/**
 * Whether the document states an end, understood or not, and its owner did not say that there is
 * none.
 */
export function statesOwnEnd(
  document: Parameters<typeof readingOf>[0] & { countedFrom: string | null },
  category: string,
): boolean {
  return document.countedFrom === 'unread' || readEnd(readingOf(document), category) !== null;
}

/**
 * Returns the columns that discard the facts read from a document, because its owner changed them
 * and they must not be proposed again.
 */
export function clearedReading({ reading }: { reading: string | null }, endUnread: boolean) {
  if (reading === null) return {};
  return { reading: JSON.stringify({ text: true, ...(endUnread && { endUnread }) }) };
}

/** Whether a recent document is still being read. An older one without facts could not be read. */
export const isBeingRead = (document: UnreadDocument & { uploadedAt: number }, now: number) =>
  isUnread(document) && document.uploadedAt > now - NEW_MS;

/** Whether a scanned PDF was not read yet. */
export const isUnread = ({ state, contentType, reading }: UnreadDocument) =>
  state === 'kept' && contentType === PDF && reading === null;

/** Reads documents in the background and waits for them at most `ms`. What takes longer goes on. */
export async function readSoon(all: readonly UnreadDocument[], ms: number): Promise<void> {
  const reads = all.filter(isUnread).map(read);
  if (reads.length === 0) return;
  await withTimeout(Promise.all(reads), ms, () => undefined);
}

function read({ id, objectKey }: UnreadDocument): Promise<void> {
  const underWay = singleton('readings', () => new Map<string, Promise<void>>());
  const running =
    underWay.get(id) ??
    store(id, objectKey)
      .catch((err: unknown) => log().warn({ err, document: id }, 'a paper stays unread'))
      .finally(() => underWay.delete(id));
  underWay.set(id, running);
  return running;
}

async function store(id: string, objectKey: string): Promise<void> {
  const facts = await readStored(objectKey);
  if (!facts) return;
  await getDb().write(async (tx) => {
    const [document] = await tx
      .update(documents)
      .set({ reading: JSON.stringify(facts) })
      .where(and(eq(documents.id, id), isNull(documents.reading)))
      .returning();
    if (!document || document.countedFrom === 'typed') return;
    const printed = printedDates(readEnd(facts, document.category));
    if (!printed) return;
    // The alerts sent so far were about the counted end, so they may be sent again.
    await tx.delete(documentAlerts).where(eq(documentAlerts.documentId, id));
    await tx.update(documents).set(printed).where(eq(documents.id, id));
  });
}

function printedDates(end: string | null) {
  if (end === 'unread') return { expiresAt: null, countedFrom: end } as const;
  if (!end || problemsOfDates({ expiresAt: end }, now()).expiresAt) return null;
  return { expiresAt: endOfDay(end), countedFrom: 'printed' } as const;
}

/**
 * Reads a stored file, or returns null if the process failed, so that it can be tried again. A
 * damaged PDF counts as a file without text.
 */
export async function readStored(objectKey: string): Promise<DocumentReading | null> {
  const result = await readDocument(PROGRAM, () => getStorage().read(objectKey));
  if (result === undefined) return null;
  const parsed = reading.safeParse(result);
  return parsed.success ? parsed.data : { text: false };
}
