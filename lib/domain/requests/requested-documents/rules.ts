import type { KeptFile } from '#lib/domain/uploads/reads.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { DAY } from '#lib/platform/process/durations.ts';

/** Maximum number of documents that one person may owe at a time. */
export const MAX_MISSING = 12;
/** Days that an advisor gives to send documents: the proposed number and the maximum. */
export const USUAL_DAYS = 7;
export const MAX_DAYS = 90;
/** When the person is reminded, counted from the last request. */
export const REMIND_MS = [2 * DAY, 5 * DAY] as const;

export type RequestedDocument = {
  id: number;
  /** Null when an advisor named the document in words. */
  category: string | null;
  title: string;
  /** The last day to send it, in Chile. */
  until: string;
  revokedAt: number | null;
  files: (Pick<KeptFile, 'id' | 'fileName' | 'verdict'> & { size: number; addedAt: number })[];
};

export type RequestedState = 'received' | 'missing' | 'late' | 'revoked';

/** A file that the scanner refused does not count as received. */
export function stateOf(
  { files, revokedAt, until }: RequestedDocument,
  now: number,
): RequestedState {
  if (files.some(({ verdict }) => verdict !== 'infected')) return 'received';
  if (revokedAt !== null) return 'revoked';
  return until < isoDay(now) ? 'late' : 'missing';
}

export function requestedBy(
  states: RequestedState[],
  requested: readonly RequestedDocument[],
  now: number,
) {
  return requested.filter((document) => states.includes(stateOf(document, now)));
}
