import { addDays, endOfDay } from '#lib/platform/chile/calendar.ts';
import { isoDay, startOfDay } from '#lib/platform/chile/format.ts';
import type { SignedInCtx } from '#lib/platform/operations/operation.ts';
import { SKEW_MS } from '#lib/platform/process/clock.ts';
import { DAY, HOUR, MINUTE } from '#lib/platform/process/durations.ts';

export const MAX_HOURS = 168;
export const DEFAULT_HOURS = 72;
/**
 * Maximum number of days for which a page makes a link. The API accepts only some hours, but
 * insurers and buyers need more time.
 */
export const MAX_LINK_DAYS = 30;
export const MAX_OPENINGS = 100;
export const MAX_LINK_NOTE_LENGTH = 300;
export const MIN_PASSWORD_LENGTH = 8;
export const MAX_DOCUMENTS = 50;
export const MAX_LIVE_LINKS = 500;
export const MAX_RECIPIENTS = 20;
/**
 * Maximum number of links that one account mails in a day. Each link is mailed at most once a day.
 */
export const MAX_MAILED_LINKS_PER_DAY = 40;
/** Maximum number of openings of a link that are listed. Further openings are only counted. */
export const MAX_LISTED_OPENINGS = 1_000;

/** Number of wrong passwords that a link accepts within a day, from all IPs together. */
export const MAX_WRONG_PASSWORDS = 50;
export const WRONG_PASSWORD_WINDOW_MS = DAY;

/** Minimum validity (ms) of a mailed code. The maximum is twice that. */
export const CODE_MS = 15 * MINUTE;

export type ShareState = 'live' | 'expired' | 'revoked' | 'spent' | 'gone';

type Link = {
  expiresAt: number;
  revokedAt: number | null;
  maxOpenings: number | null;
  openings: number;
};

/**
 * Returns the state of a link at `now` (ms). `documentCount` is how many of its documents still
 * exist.
 */
export function shareState(link: Link, documentCount: number, now: number): ShareState {
  if (link.revokedAt !== null) return 'revoked';
  if (link.expiresAt <= now) return 'expired';
  if (documentCount === 0) return 'gone';
  return openingsLeft(link) === 0 ? 'spent' : 'live';
}

/**
 * Returns whether `at` (ms) was within the last 24 hours. A link is mailed, and a new link
 * requested, at most once in that time.
 */
export function isWithinLastDay(at: number | null, now: number): boolean {
  return at !== null && at > now - DAY;
}

/** Returns until when (ms) a link accepts no password because too many were wrong, or null. */
export function lockedUntil(
  { wrongTries, wrongSince }: { wrongTries: number; wrongSince: number | null },
  now: number,
): number | null {
  const windowStart = wrongSince ?? 0;
  const isOver = windowStart + WRONG_PASSWORD_WINDOW_MS <= now || windowStart > now + SKEW_MS;
  return wrongTries >= MAX_WRONG_PASSWORDS && !isOver
    ? windowStart + WRONG_PASSWORD_WINDOW_MS
    : null;
}

/** Returns how often the link can still be opened, or null without a limit. */
export function openingsLeft(link: Pick<Link, 'maxOpenings' | 'openings'>): number | null {
  return link.maxOpenings === null ? null : Math.max(0, link.maxOpenings - link.openings);
}

/**
 * Returns when (ms) a link ends that is made or changed at `now`. Hours count from that time. Days
 * count on the calendar of Chile, and the link ends with its last day.
 */
export function linkEnd(
  { days, hours }: { days?: number | undefined; hours: number },
  now: number,
): number {
  return days ? endOfDay(addDays(isoDay(now), days)) : now + hours * HOUR;
}

/**
 * Returns the last day on which a link made on `today` may end. It counts from noon, so clock
 * changes do not matter.
 */
export function lastLinkDay(today: string): string {
  return isoDay(startOfDay(today) + (MAX_LINK_DAYS + 0.5) * DAY);
}

/**
 * Returns whether the link is the person's own, or that of the company for which the person acts.
 */
export function isOwnerOf(
  { accountId }: { accountId: string },
  viewer: Pick<SignedInCtx, 'accountId' | 'holderId'> | null,
): boolean {
  return accountId === viewer?.accountId || accountId === viewer?.holderId;
}
