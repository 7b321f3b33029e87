/** Decision 8, and what it leaves open. */
export const MAX_HOURS = 168;
export const DEFAULT_HOURS = 72;
export const MAX_OPENINGS = 100;
export const MAX_DOCUMENTS = 50;
/** Live links of one account at a time. */
export const MAX_LIVE = 500;
/** Openings of one link that are told in detail; beyond, they are only counted. */
export const MAX_LOGGED = 1_000;

export type ShareState = 'live' | 'expired' | 'revoked' | 'spent' | 'gone';

type Link = {
  expiresAt: number;
  revokedAt: number | null;
  maxOpenings: number | null;
  openings: number;
};

/** What became of a link; `documents` is how many of its documents are still there. */
export function stateOf(link: Link, documents: number, now: number): ShareState {
  if (link.revokedAt !== null) return 'revoked';
  if (link.expiresAt <= now) return 'expired';
  if (documents === 0) return 'gone';
  return openingsLeft(link) === 0 ? 'spent' : 'live';
}

/** Null: as many as anybody likes. */
export function openingsLeft(link: Pick<Link, 'maxOpenings' | 'openings'>): number | null {
  return link.maxOpenings === null ? null : Math.max(0, link.maxOpenings - link.openings);
}
