import { hasPrintedExpiry } from '#lib/domain/documents/reading/kinds.ts';
import { RECENT_UPLOAD_MS } from '#lib/domain/documents/reads/previous-versions.ts';
import { type DocumentReading, documentReadingSchema } from '#lib/domain/documents/schema.ts';

export type UnreadDocument = {
  id: string;
  objectKey: string;
  contentType: string;
  state: string;
  reading: DocumentReading | null;
};

const PDF = 'application/pdf';

/**
 * Returns the facts that were read from a document, or null if it has not been read yet. Only PDFs
 * have text to read.
 */
export function readingOf(
  document: Pick<UnreadDocument, 'contentType' | 'reading'>,
): DocumentReading | null {
  if (document.contentType !== PDF) return { text: false };
  return document.reading && documentReadingSchema.parse(document.reading);
}

/**
 * Returns the last day that was read, `unread` if the document states a last day that was not
 * understood, or null if it states none. The reading is trusted if the document was recognised as
 * `category`, or if documents of `category` usually print a last day. In `otros`, only a day that
 * was understood counts.
 */
export function expiryInReading(facts: DocumentReading | null, category: string): string | null {
  const { endUnread, expiresAt = null } = facts ?? {};
  if (category === 'otros') return endUnread ? null : expiresAt;
  if (facts?.category !== category && !hasPrintedExpiry(category)) return null;
  return endUnread ? 'unread' : expiresAt;
}

/**
 * Returns the unconfirmed issue day from which the end is counted, or null if the end does not come
 * from such a day.
 */
export function unconfirmedIssueDay(
  document: Parameters<typeof readingOf>[0] & { countedFrom: string | null },
): string | null {
  return document.countedFrom === 'read' ? (readingOf(document)?.issuedAt ?? null) : null;
}

/** Returns whether the document states an end, readable or not, that its owner did not reject. */
export function mayHaveExpiry(
  document: Parameters<typeof readingOf>[0] & { countedFrom: string | null },
  category: string,
): boolean {
  return (
    document.countedFrom === 'unread' || expiryInReading(readingOf(document), category) !== null
  );
}

/**
 * Returns the column values that mark the reading as settled, so that its dates are not proposed
 * again. A foreign `rut` is kept, because the vault marks the document with it.
 */
export function settledReadingValues(
  { reading }: Pick<UnreadDocument, 'reading'>,
  { endUnread, rut }: { endUnread: boolean; rut: string | null },
) {
  if (reading === null) return {};
  const facts = { ...(endUnread && { endUnread }), ...(rut && { rut }) };
  return { reading: { text: true, settled: true as const, ...facts } };
}

/**
 * Returns whether a document is being read. An older document without a reading is one that could
 * not be read.
 */
export const isBeingRead = (document: UnreadDocument & { uploadedAt: number }, now: number) =>
  awaitsReading(document) && document.uploadedAt > now - RECENT_UPLOAD_MS;

/** Returns whether a PDF that passed the virus scan still waits to be read. */
export const awaitsReading = ({ state, contentType, reading }: UnreadDocument) =>
  state === 'kept' && contentType === PDF && reading === null;
