import type { KeptFile } from '#lib/domain/uploads/reads.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { DAY } from '#lib/platform/process/durations.ts';

/** Papers that may be missing of one person at a time. */
export const MAX_MISSING = 12;
/** Until the last day: as proposed, and at most. */
export const USUAL_DAYS = 7;
export const MAX_DAYS = 90;
/** When the person is reminded, from when they were last asked. */
export const REMIND_MS = [2 * DAY, 5 * DAY] as const;

export type StoredPaper = {
  id: number;
  /** Of the vault; null: it is named by an advisor's words. */
  category: string | null;
  title: string;
  /** Its last day, in Chile. */
  until: string;
  revokedAt: number | null;
  files: (Pick<KeptFile, 'id' | 'fileName' | 'verdict'> & { size: number; addedAt: number })[];
};

export type PaperState = 'received' | 'missing' | 'late' | 'revoked';

/** What the scanner refused did not come. */
export function stateOf({ files, revokedAt, until }: StoredPaper, now: number): PaperState {
  if (files.some(({ verdict }) => verdict !== 'infected')) return 'received';
  if (revokedAt !== null) return 'revoked';
  return until < isoDay(now) ? 'late' : 'missing';
}

export function papersBy(states: PaperState[], papers: readonly StoredPaper[], now: number) {
  return papers.filter((paper) => states.includes(stateOf(paper, now)));
}
