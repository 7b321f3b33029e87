import { MAX_IN_FOLDER } from '#lib/domain/documents/rules.ts';
import { SKEW_MS } from '#lib/platform/process/clock.ts';
import { DAY, MINUTE } from '#lib/platform/process/durations.ts';

/** Limits of a share link: its life, its documents, its openings and its password. */
export const MAX_HOURS = 168;
export const DEFAULT_HOURS = 72;
/** Beside the contract's hours: as long as an insurer or a buyer takes to read. */
export const MAX_DAYS = 30;
export const MAX_OPENINGS = 100;
export const MAX_NOTE = 300;
export const MIN_PASSWORD = 8;
export const MAX_DOCUMENTS = MAX_IN_FOLDER;
export const MAX_LIVE = 500;
export const MAX_RECIPIENTS = 20;
/** Links mailed to their recipients in a day, by one account; each once. */
export const MAX_SENT = 40;
/** Openings of one link that are told in detail; beyond, they are only counted. */
export const MAX_LOGGED = 1_000;

/** Wrong passwords that a link takes within a day, wherever they come from. */
export const MAX_WRONG = 50;
export const WRONG_MS = DAY;

/** How long after it was sent a code opens a link at least; twice that at most. */
export const CODE_MS = 15 * MINUTE;

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

/** Once a day: it was mailed, or a new one was asked for. */
export function isRecent(at: number | null, now: number): boolean {
  return at !== null && at > now - DAY;
}

/** Until when a link takes no password at all (ms); null: it does. */
export function lockedUntil(
  { wrongTries, wrongSince }: { wrongTries: number; wrongSince: number | null },
  now: number,
): number | null {
  const since = wrongSince ?? 0;
  const isOver = since + WRONG_MS <= now || since > now + SKEW_MS;
  return wrongTries >= MAX_WRONG && !isOver ? since + WRONG_MS : null;
}

/** Null: without a limit. */
export function openingsLeft(link: Pick<Link, 'maxOpenings' | 'openings'>): number | null {
  return link.maxOpenings === null ? null : Math.max(0, link.maxOpenings - link.openings);
}
