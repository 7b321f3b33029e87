import type { ListedDocument } from '#lib/domain/documents/reads/documents.ts';
import {
  categories,
  type Expiry,
  hasPrintedEnd,
  isCategory,
  isSeries,
  lacksDate,
  SOON_DAYS,
} from '#lib/domain/documents/rules.ts';
import { daysBetween } from '#lib/platform/chile/calendar.ts';
import { formatDate, formatDay, formatSize, isoDay } from '#lib/platform/chile/format.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { withoutAccents } from '#lib/platform/operations/plain-text.ts';
import { isPreviewable } from '#lib/platform/storage/inspection/accepted.ts';

/** Names the type of a listed document again, because pages may not import reads. */
export type ShownDocument = ListedDocument;

/**
 * Maps a document to the reply of the API. The type parameters also admit documents without a
 * category and former versions, which data exports contain.
 */
export function toDocumentMetadata<C extends string, S extends string>(
  document: Omit<ListedDocument, 'category' | 'state'> & { category: C; state: S },
) {
  const { id, fileName, fileId, category, customTitle, size, contentType, state } = document;
  const { issuedAt, countedFrom } = document;
  const url = `${getEnv().appUrl}/api/documents/download?key=${fileId}`;
  return {
    id,
    fileName,
    fileId,
    url,
    previewUrl: `${url}&inline=1`,
    category,
    customTitle,
    uploadedAt: new Date(document.uploadedAt).toISOString(),
    issuedAt,
    expiresAt: document.expiresAt === null ? null : new Date(document.expiresAt).toISOString(),
    countedFrom,
    size,
    contentType,
    state,
  };
}

type DocumentTitle = { category: string; customTitle: string | null };

export function documentTitle({ category, customTitle }: DocumentTitle): string {
  if (customTitle) return customTitle;
  return isCategory(category) ? categories[category].label : 'Documento';
}

/** Returns the documents whose title, kind or file name contain all words of `q`. */
export function searchDocuments(documents: readonly ListedDocument[], q: string): ListedDocument[] {
  const words = withoutAccents(q).split(/\s+/).filter(Boolean);
  return documents.filter(({ category, customTitle, fileName }) => {
    const kind = documentTitle({ category, customTitle: null });
    const text = withoutAccents([customTitle, kind, fileName].join(' '));
    return words.every((word) => text.includes(word));
  });
}

/** Returns the URL that shows a file in the browser, or downloads a file that browsers cannot show. */
export function openPath({
  fileId,
  contentType,
}: Pick<ListedDocument, 'fileId' | 'contentType'>): string {
  const shows = isPreviewable(contentType);
  return `/api/documents/download?key=${fileId}${shows ? '&inline=1' : ''}`;
}

export function kindName(contentType: string): string {
  return kinds[contentType] ?? 'Archivo';
}

const office = 'application/vnd.openxmlformats-officedocument';
const kinds: Record<string, string> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'Imagen JPEG',
  'image/png': 'Imagen PNG',
  'image/webp': 'Imagen WEBP',
  [`${office}.wordprocessingml.document`]: 'Documento de Word',
  [`${office}.spreadsheetml.sheet`]: 'Planilla de Excel',
  'application/msword': 'Documento de Word',
  'application/vnd.ms-excel': 'Planilla de Excel',
};

/** Describes how long a document is valid at `now` (ms), or returns null if it never expires. */
export function validityOf(document: Expiry, now: number) {
  const { expiresAt, countedFrom = null } = document;
  if (lacksDate(document)) return { isOver: false, label: 'Sin fecha confirmada', day: '' };
  if (expiresAt === null) return null;
  const day = formatDay(expiresAt);
  const isOver = expiresAt < now;
  const isStated = countedFrom === null || countedFrom === 'typed';
  if (countedFrom === 'printed') {
    return { isOver, label: `Según el documento, ${isOver ? 'venció' : 'vence'} el`, day };
  }
  if (!isStated) {
    return {
      isOver,
      label: isOver ? 'Estimamos que venció el' : 'Vigencia estimada hasta el',
      day,
    };
  }
  return { isOver, label: isOver ? 'Venció el' : 'Vigente hasta el', day };
}

/**
 * Returns whether recipients see an estimated end. For a series, such as balances, the estimate only
 * says when its owner should add the next one, so they do not see it.
 */
export function isShownEstimate(document: Expiry): boolean {
  return isEstimated(document) && document.expiresAt !== null && !isSeries(document.category);
}

const isEstimated = ({ countedFrom }: Expiry): boolean =>
  countedFrom === 'issued' || countedFrom === 'read';

/** Describes the validity as recipients see it, or returns null if there is nothing to say. */
export function recipientValidity(document: Expiry, now: number) {
  const isSilent = isEstimated(document) && isSeries(document.category);
  return isSilent ? null : validityOf(document, now);
}

/** Returns text such as `vence en 5 días` if a document is about to end, otherwise null. */
export function soonText({ expiresAt }: Pick<Expiry, 'expiresAt'>, now: number): string | null {
  const days = expiresAt === null ? -1 : daysBetween(isoDay(now), isoDay(expiresAt));
  if (days < 0 || days > SOON_DAYS) return null;
  return `vence ${['hoy', 'mañana'][days] ?? `en ${days} días`}`;
}

type DocumentFacts = {
  fileName: string;
  contentType: string;
  size: number;
  issuedAt: string | null;
};

/** Returns a line such as `F30.pdf · del 01-11-2026 · PDF · 20 kB`. */
export function documentLineText({ fileName, ...about }: DocumentFacts): string {
  return `${fileName} · ${documentFactsText(about)}`;
}

/** Returns a line such as `del 01-11-2026 · PDF · 20 kB`. */
export function documentFactsText({
  contentType,
  size,
  issuedAt,
}: Omit<DocumentFacts, 'fileName'>): string {
  const dateText = issuedAt ? `del ${formatDate(issuedAt)} · ` : '';
  return `${dateText}${kindName(contentType)} · ${formatSize(size)}`;
}

/**
 * Returns whether the document prints an end that our program could not read and its owner did not
 * type.
 */
export function isPrintedEndUnknown({
  category,
  state,
  countedFrom,
}: Record<'category' | 'state', string> & { countedFrom: string | null }) {
  const isComputed = ['issued', 'read', 'uploaded'].includes(countedFrom ?? '');
  return state === 'kept' && (countedFrom === 'unread' || (hasPrintedEnd(category) && isComputed));
}
