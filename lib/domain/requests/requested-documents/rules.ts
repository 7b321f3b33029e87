import { type CategoryKey, categories, monthsRequired } from '#lib/domain/documents/rules.ts';
import type { RequestUpload } from '#lib/domain/uploads/reads.ts';
import type { UploadKind } from '#lib/domain/uploads/schema.ts';
import { formatDay, isoDay } from '#lib/platform/chile/format.ts';
import { DAY } from '#lib/platform/process/durations.ts';

/** Maximum number of documents that can be requested from one person at a time. */
export const MAX_OWED_DOCUMENTS = 12;
/** Proposed number of days to send documents. */
const USUAL_DAYS = 7;
export const MAX_DAYS_TO_SEND = 90;
/**
 * Proposes the last day (`YYYY-MM-DD`) to send documents: `USUAL_DAYS` from now, or the day before
 * a closing (ms) that is sooner.
 */
export function proposeLastDay(now: number, closesAt: number | null): string {
  const usual = isoDay(now + USUAL_DAYS * DAY);
  const before = closesAt === null || closesAt <= now ? usual : isoDay(closesAt - DAY);
  return [isoDay(now), before < usual ? before : usual].sort()[1] ?? usual;
}

/** Returns the categories of what a request still lacks. A private contract has no *bases*. */
export function proposedCategories(
  missing: readonly UploadKind[],
  contract: string | null,
): CategoryKey[] {
  if (!missing.includes('contrato')) return [];
  return [contract === 'privados' ? 'contrato' : 'bases_licitacion'];
}

/** Delays after the last request at which the person is reminded. */
export const REMINDER_DELAYS_MS = [2 * DAY, 5 * DAY] as const;

export type RequestedDocument = {
  id: number;
  /** Null if an advisor described the document in words. */
  category: string | null;
  title: string;
  /** The last day, in Chile, on which the document can be sent. */
  until: string;
  revokedAt: number | null;
  /** True for the row that holds the files that the sender added without a request. */
  isUnrequested: boolean;
  files: (Pick<RequestUpload, 'id' | 'fileName' | 'verdict'> & { size: number; addedAt: number })[];
};

export type RequestedDocumentState = 'unrequested' | 'received' | 'missing' | 'late' | 'revoked';

/** Returns the state of a requested document. A file that the scanner refused does not count. */
export function requestedDocumentState(
  { files, revokedAt, until, isUnrequested }: RequestedDocument,
  now: number,
): RequestedDocumentState {
  if (isUnrequested) return 'unrequested';
  if (files.some(({ verdict }) => verdict !== 'infected')) return 'received';
  if (revokedAt !== null) return 'revoked';
  return until < isoDay(now) ? 'late' : 'missing';
}

export function documentsInStates(
  states: RequestedDocumentState[],
  requested: readonly RequestedDocument[],
  now: number,
) {
  return requested.filter((document) => states.includes(requestedDocumentState(document, now)));
}

/** Maximum number of vault documents that one click attaches. */
const MAX_ATTACHED_FILES = 20;

/** A document of the vault as an option of a form: `label` names it, `value` is its id. */
export type OwnDocument = {
  value: string;
  label: string;
  fileName: string;
  size: number;
  category: CategoryKey;
  isValid: boolean;
  expiresAt: number | null;
};

type Slot = { name: string; category?: string | null };
type SentFiles = readonly { fileName: string; size: number | null }[];

/**
 * Chooses the vault documents that one click attaches: those of each slot's category and, for a
 * slot `rest`, those that insurers require of every company. Documents of which a copy was sent are
 * left out.
 */
export function chooseVaultDocuments(
  vault: readonly OwnDocument[],
  {
    slots,
    rest: restSlot,
    sentFiles,
  }: { slots: readonly Slot[]; rest: string | null; sentFiles: SentFiles },
) {
  const idsBySlot: Record<string, string[]> = {};
  const [takenDocuments, leftDocuments]: [OwnDocument[], { label: string; reason: string }[]] = [
    [],
    [],
  ];
  const newDocuments = vault.filter(
    ({ fileName, size }) =>
      !sentFiles.some((file) => file.fileName === fileName && file.size === size),
  );
  for (const document of newDocuments) {
    const { value, label, category, expiresAt } = document;
    const wanted = slots.find((slot) => slot.category === category);
    const field = wanted?.name ?? (categories[category].isRequired ? restSlot : null);
    if (!field)
      leftDocuments.push({ label, reason: 'no se pide siempre: elígelo tú si hace falta' });
    else if (!document.isValid && !isOfSeries(document, vault)) {
      leftDocuments.push({ label, reason: `venció el ${formatDay(expiresAt ?? 0)}` });
    } else if (takenDocuments.length >= MAX_ATTACHED_FILES)
      leftDocuments.push({ label, reason: 'no cabe en este envío' });
    else {
      takenDocuments.push(document);
      idsBySlot[field] = [...(idsBySlot[field] ?? []), value];
    }
  }
  return { takenDocuments, leftDocuments, bySlot: idsBySlot };
}

/**
 * Returns whether a document belongs to a monthly series. Of a series insurers require the last
 * months, although only the newest document is valid.
 */
function isOfSeries({ value, category }: OwnDocument, vault: readonly OwnDocument[]): boolean {
  const months = monthsRequired(category) ?? 0;
  const newest = vault
    .filter((document) => document.category === category)
    .sort((a, b) => (b.expiresAt ?? Infinity) - (a.expiresAt ?? Infinity));
  const isCurrent = newest[0]?.isValid === true;
  return isCurrent && newest.slice(0, months).some((document) => document.value === value);
}
