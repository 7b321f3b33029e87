import { computeDates } from '#lib/domain/documents/expiry.ts';
import { findOtherRut } from '#lib/domain/documents/other-rut.ts';
import { dayByName, kindByName } from '#lib/domain/documents/reading/file-name-reading.ts';
import { awaitsReading, readingOf } from '#lib/domain/documents/readings.ts';
import type { ListedDocument } from '#lib/domain/documents/reads/documents.ts';
import { type CategoryKey, categories, fitsRole } from '#lib/domain/documents/rules.ts';
import type { DocumentReading } from '#lib/domain/documents/schema.ts';
import { formatDate, formatDay, isoDay } from '#lib/platform/chile/format.ts';
import { formatRut } from '#lib/platform/chile/rut.ts';
import type { Role } from '#lib/platform/operations/operation.ts';
import { isPreviewable } from '#lib/platform/storage/inspection/accepted.ts';

type Owner = { rut: string | null; role: Role; now: number };

/** Says to whom a document with the RUT of somebody else belongs. */
function otherRutText(otherRut: string, { role }: Pick<Owner, 'role'>): string {
  const denial = role === 'natural' ? 'no tuyo' : 'no de tu empresa';
  return `Este documento es del RUT ${formatRut(otherRut)}, ${denial}.`;
}

/**
 * Returns the category that the text of a document states, or else its file name, or null if there
 * is none or `role` keeps no such documents.
 */
export function findReadCategory(
  document: Parameters<typeof readingOf>[0] & { fileName: string },
  role: Role,
): CategoryKey | null {
  const category = readingOf(document)?.category ?? kindByName(document.fileName);
  return category && fitsRole(category, role) ? category : null;
}

/**
 * Proposes a category and dates for a document without a category, from its text or else from its
 * file name. Adds a sentence that explains the proposal, and warnings where the text does not match
 * the owner. The proposal for a document with a foreign RUT (`otherRut`) is `otros`, where it
 * replaces nothing; `claimedCategory` is what it becomes if its owner claims it.
 */
export async function adviseOnUnplaced(
  document: Parameters<typeof readingOf>[0] & { fileName: string; state: string },
  owner: Owner,
) {
  const reading = readingOf(document);
  const namedCategory = reading?.category ? null : kindByName(document.fileName);
  const category = findReadCategory(document, owner.role);
  const { issuedAt: readIssueDay, expiresAt = '', endUnread } = reading ?? {};
  const issuedAt = endUnread ? '' : readIssueDay;
  const namedDay =
    category && issuedAt === undefined && dayByName(category, document.fileName, isoDay(owner.now));
  const byName = [
    namedCategory && category && `parece ${categories[namedCategory].label}`,
    namedDay && `es del ${formatDate(namedDay)}: revísalo`,
  ].filter(Boolean);
  // A kind that only people or only companies keep is foreign here too.
  const otherRut = findOtherRut(reading, category ?? '', owner);
  return {
    otherRut,
    claimedCategory: category,
    message:
      stateCopy[document.state] ??
      [
        unreadText(document) ?? readingText(reading),
        byName.length > 0 && `Por su nombre ${byName.join(' y ')}.`,
      ]
        .filter(Boolean)
        .join(' '),
    warnings: [
      ...(otherRut ? [`${otherRutText(otherRut, owner)} Va aparte y no reemplaza al tuyo.`] : []),
      ...(reading && category ? await listWarnings(reading, category, owner) : []),
    ],
    read: {
      category: otherRut ? ('otros' as const) : (category ?? ''),
      issuedAt: issuedAt ?? (namedDay || ''),
      expiresAt,
    },
  };
}

const stateCopy: Record<string, string> = {
  waiting: 'Buscamos virus en el archivo: suele tomar segundos.',
  infected: 'El archivo tenía un virus y lo borramos.',
};
const END_UNREAD = 'dice hasta cuándo vale y no tenemos esa fecha. Escribe tú cuándo vence.';

/**
 * Returns why nothing was read from a document, or null if facts were read or are still being read.
 */
export function unreadText(document: Parameters<typeof readingOf>[0]): string | null {
  const reading = readingOf(document);
  if (!reading || reading.category || reading.settled) return null;
  if (reading.text) return 'Leímos el texto, pero no reconocimos qué documento es.';
  return isPreviewable(document.contentType)
    ? 'No encontramos texto que leer: quizás es una foto o un escaneo.'
    : 'Solo leemos el texto de los PDF.';
}

function readingText(reading: DocumentReading | null): string {
  if (!reading?.category) return 'Lo estamos leyendo.';
  const { category, rut, issuedAt, expiresAt, endUnread } = reading;
  const parts = [
    categories[category].label,
    issuedAt && `del ${formatDate(issuedAt)}`,
    expiresAt && `hasta el ${formatDate(expiresAt)}`,
    rut && `RUT ${formatRut(rut)}`,
  ];
  return `Leímos: ${parts.filter(Boolean).join(', ')}${endUnread ? `. Además ${END_UNREAD}` : '.'}`;
}

async function listWarnings(
  reading: Partial<DocumentReading>,
  category: CategoryKey,
  { now }: Pick<Owner, 'now'>,
) {
  const { issuedAt = null, expiresAt: entered } = reading;
  const { expiresAt } = computeDates(category, { uploadedAt: now, issuedAt, entered });
  return [
    expiresAt !== null && expiresAt < now && `Con esa fecha venció el ${formatDay(expiresAt)}.`,
  ].filter((warning) => typeof warning === 'string');
}

/**
 * Returns advice for the owner about a document that passed the virus scan, or null if its text
 * says nothing new.
 */
export async function adviseOnDocument(document: ListedDocument, owner: Owner) {
  if (document.state !== 'kept' || awaitsReading(document)) return null;
  const { category } = document;
  const { category: foundCategory, issuedAt, expiresAt } = readingOf(document) ?? {};
  const isOtherCategory = foundCategory && foundCategory !== category && category !== 'otros';
  const categoryWarnings = isOtherCategory ? [`Parece ${categories[foundCategory].label}.`] : [];
  if (document.countedFrom === 'unread') {
    const message = issuedAt ? `Leímos que es del ${formatDate(issuedAt)}, pero` : 'El documento';
    return {
      message: `${message} ${END_UNREAD}`,
      change: {},
      // If the owner then rejects the end, the issue day stays, because the end is counted from
      // that day.
      issuedAt: isOtherCategory || document.issuedAt !== null ? undefined : issuedAt,
      warnings: categoryWarnings,
      asksEnd: true,
    };
  }
  if (!foundCategory) return adviseByName(document, owner);
  if (isOtherCategory) return { message: null, change: {}, warnings: categoryWarnings };
  const change = {
    ...(issuedAt && document.issuedAt === null && { issuedAt }),
    ...(expiresAt && document.countedFrom !== 'typed' && { expiresAt }),
  };
  // If the end was counted from the day that was read, the status of the document already shows
  // whether it has passed.
  const datesToCheck = document.countedFrom === 'read' ? {} : change;
  const warnings = await listWarnings(datesToCheck, category, owner);
  const dates = [
    change.issuedAt && `es del ${formatDate(change.issuedAt)}`,
    change.expiresAt &&
      `${change.expiresAt < isoDay(owner.now) ? 'venció' : 'vence'} el ${formatDate(change.expiresAt)}`,
  ].filter(Boolean);
  const message = dates.length > 0 ? `Leímos que ${dates.join(' y ')}.` : null;
  if (!issuedAt && !message) return adviseByName(document, owner, warnings);
  return message || warnings.length > 0 ? { message, change, warnings } : null;
}

/** Proposes the date that the file name implies, for a document whose text states none. */
function adviseByName(
  { category, fileName, issuedAt: storedDay, countedFrom }: ListedDocument,
  { now }: Owner,
  warnings: string[] = [],
) {
  const isUndated = storedDay === null && countedFrom !== 'typed';
  const issuedAt = isUndated && dayByName(category, fileName, isoDay(now));
  if (!issuedAt) return warnings.length > 0 ? { message: null, change: {}, warnings } : null;
  const message = `Por su nombre es del ${formatDate(issuedAt)}: revísalo.`;
  return { message, change: { issuedAt }, warnings };
}
