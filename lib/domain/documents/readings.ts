import { kindHasPrintedEnd } from '#lib/domain/documents/reading/kinds.ts';
import { type DocumentReading, reading } from '#lib/domain/documents/schema.ts';
import { RECENT_UPLOAD_MS } from '#lib/domain/documents/versions.ts';

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
  return document.reading && reading.parse(document.reading);
}

/**
 * Returns the last day that was read from the document, or null if it states none. Returns `unread`
 * if it states one that was not understood. A document that was not recognised, or as one of another
 * category, states its end all the same if its category usually does; among other documents (`otros`)
 * only an end that was understood counts.
 */
export function endFromReading(facts: DocumentReading | null, category: string): string | null {
  const { endUnread, expiresAt = null } = facts ?? {};
  if (category === 'otros') return endUnread ? null : expiresAt;
  if (facts?.category !== category && !kindHasPrintedEnd(category)) return null;
  return endUnread ? 'unread' : expiresAt;
}

/** Returns the day of issue that was read and from which the end is counted until it is confirmed. */
export function extractedIssueDay(
  document: Parameters<typeof readingOf>[0] & { countedFrom: string | null },
): string | null {
  return document.countedFrom === 'read' ? (readingOf(document)?.issuedAt ?? null) : null;
}

/** Whether the document states an end, understood or not, and its owner has not denied it. */
export function hasUndeniedEnd(
  document: Parameters<typeof readingOf>[0] & { countedFrom: string | null },
  category: string,
): boolean {
  return (
    document.countedFrom === 'unread' || endFromReading(readingOf(document), category) !== null
  );
}

/**
 * Returns the columns that discard the facts read from a document, because its owner changed them
 * and they must not be proposed again. A RUT of somebody else (`rut`) stays, because the folder
 * marks the document by it.
 */
export function valuesThatSettleReading(
  { reading }: Pick<UnreadDocument, 'reading'>,
  endUnread: boolean,
  rut: string | null,
) {
  if (reading === null) return {};
  const facts = { ...(endUnread && { endUnread }), ...(rut && { rut }) };
  return { reading: { text: true, settled: true as const, ...facts } };
}

/** Whether a document is being read. One that is older and still has no facts could not be read. */
export const isBeingRead = (document: UnreadDocument & { uploadedAt: number }, now: number) =>
  awaitsReading(document) && document.uploadedAt > now - RECENT_UPLOAD_MS;

/** Whether a scanned PDF was not read yet. */
export const awaitsReading = ({ state, contentType, reading }: UnreadDocument) =>
  state === 'kept' && contentType === PDF && reading === null;
