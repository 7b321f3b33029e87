import { and, eq, isNull } from 'drizzle-orm';
import { problemsOfDates } from '#lib/domain/documents/expiry.ts';
import { statesEnd } from '#lib/domain/documents/reading/kinds.ts';
import { type Reading, reading } from '#lib/domain/documents/schema.ts';
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
import { getStorage } from '#lib/platform/storage/open.ts';

type Unread = {
  id: string;
  objectKey: string;
  contentType: string;
  state: string;
  reading: string | null;
};

const PROGRAM = 'lib/domain/documents/reading/process.ts';
const PDF = 'application/pdf';

/** Returns the facts read from a document, or null before it is read. Only PDFs have text. */
export function readingOf(document: Pick<Unread, 'contentType' | 'reading'>): Reading | null {
  if (document.contentType !== PDF) return { text: false };
  return document.reading === null ? null : reading.parse(JSON.parse(document.reading));
}

/**
 * Returns the last day that was read, `unread` if the document states one that was not understood
 * or belongs to another category, or null if it states none.
 */
export function readEnd(found: Reading | null, category: string): string | null {
  if (found?.category === category) return found.endUnread ? 'unread' : (found.expiresAt ?? null);
  return statesEnd(category) && (found?.endUnread || found?.expiresAt) ? 'unread' : null;
}

/** Returns whether the document states an end, read or not, that its owner has not denied. */
export function statesOwnEnd(
  document: Parameters<typeof readingOf>[0] & { countedFrom: string | null },
  category: string,
): boolean {
  return document.countedFrom === 'unread' || readEnd(readingOf(document), category) !== null;
}

/** A change by the owner discards the facts that were read, so that they are not proposed again. */
export function clearedReading({ reading }: { reading: string | null }, endUnread: boolean) {
  if (reading === null) return {};
  return { reading: JSON.stringify({ text: true, ...(endUnread && { endUnread }) }) };
}

/** Returns whether a recent document is still being read. Older unread ones have failed. */
export const isBeingRead = (document: Unread & { uploadedAt: number }, now: number) =>
  isUnread(document) && document.uploadedAt > now - NEW_MS;

export const isUnread = ({ state, contentType, reading }: Unread) =>
  state === 'kept' && contentType === PDF && reading === null;

/** Reads documents in the background and waits for them `ms` at most. */
export async function readSoon(all: readonly Unread[], ms: number): Promise<void> {
  const reads = all.filter(isUnread).map(read);
  if (reads.length === 0) return;
  await withTimeout(Promise.all(reads), ms, () => undefined);
}

function read({ id, objectKey }: Unread): Promise<void> {
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
  const found = await readStored(objectKey);
  if (!found) return;
  await getDb().write(async (tx) => {
    const [document] = await tx
      .update(documents)
      .set({ reading: JSON.stringify(found) })
      .where(and(eq(documents.id, id), isNull(documents.reading)))
      .returning();
    if (!document || document.countedFrom === 'typed') return;
    const printed = printedDates(readEnd(found, document.category));
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

/** Returns null if the reader failed and can be retried. A PDF that is damaged has no text. */
export async function readStored(objectKey: string): Promise<Reading | null> {
  const result = await readDocument(PROGRAM, () => getStorage().read(objectKey));
  if (result === undefined) return null;
  const parsed = reading.safeParse(result);
  return parsed.success ? parsed.data : { text: false };
}
