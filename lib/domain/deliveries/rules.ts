import { HOUR, MINUTE, SECOND } from '#lib/platform/process/durations.ts';

/**
 * Maximum number of deliveries in progress. Each channel has its own, so that a slow CRM does not
 * delay mails.
 */
export const channelSlots = { mail: 32, crm: 8 } as const;
export type Channel = keyof typeof channelSlots;

/** Returns whether an error is probably a bug: neither a provider's failure nor an `AppError`. */
export function isUnforeseen(error: unknown): boolean {
  return !(error instanceof Error && ('reason' in error || error.name === 'AppError'));
}

/** Number of tries before a delivery is given up. With the waits they take 35 hours. */
export const MAX_ATTEMPTS = 12;

const retryWaits = [
  2 * SECOND,
  10 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  12 * HOUR,
];
/** Time until the next try if a setting is missing. */
const SETUP_WAIT = 5 * MINUTE;

/** Why a handler sent nothing: the mail was no longer true or no longer useful. */
type SkipReason =
  | 'accepted'
  | 'already_verified'
  | 'annulled'
  | 'code_over'
  | 'conditions_over'
  | 'decided'
  | 'flooded'
  | 'link_over'
  | 'newer_state'
  | 'news_over'
  | 'no_recipient'
  | 'not_found'
  | 'paid'
  | 'papers_in'
  | 'replaced'
  | 'unsubscribed';
export type SkippedDelivery = { skipped: SkipReason };
export const skip = (skipped: SkipReason): SkippedDelivery => ({ skipped });

export type DeliveryVerdict =
  | { state: 'sent'; lastError?: SkipReason | null }
  | { state: 'dead'; lastError: string }
  | {
      state: 'waiting';
      lastError: string;
      dueAt: number;
      attempts: number;
      /** No delivery of the channel can succeed before this time (ms). */
      channelPausedUntil?: number;
    };

/**
 * Returns what happens to a delivery after its try number `attempts` failed. A provider's error may
 * have `isRetryable`, `retryAfter` (ms), `isUncounted` and `pausesChannel`. A missing setting uses
 * up no tries. `random` in [0, 1) changes the wait by up to ±20 %.
 */
export function verdictOnFailure(
  error: unknown,
  attempts: number,
  now: number,
  random: number,
): DeliveryVerdict {
  const { isRetryable, reason, retryAfter, isUncounted, pausesChannel } = failureFacts(error);
  if (!isUncounted && (!isRetryable || attempts >= MAX_ATTEMPTS))
    return { state: 'dead', lastError: reason };
  const wait = isUncounted ? retryAfter : Math.max(waitAfter(attempts, random), retryAfter);
  return {
    state: 'waiting',
    lastError: reason,
    dueAt: now + wait,
    attempts: isUncounted ? attempts - 1 : attempts,
    ...(pausesChannel && { channelPausedUntil: now + retryAfter }),
  };
}

/** Returns the milliseconds between try number `attempts` (from 1) and the next one. */
export function waitAfter(attempts: number, random: number): number {
  const base = retryWaits[Math.min(attempts, retryWaits.length) - 1] ?? 0;
  return Math.round(base * (0.8 + 0.4 * random));
}

/**
 * Checks fields and not classes, because each bundle has its own copy of a class. Ignores the
 * message, because it may quote what a person typed.
 */
function failureFacts(error: unknown) {
  const fields: Record<string, unknown> =
    error instanceof Error ? { ...error, name: error.name } : {};
  const isUnconfigured = fields.name === 'AppError' && fields.code === 'not_configured';
  const cause = fields.reason ?? fields.code ?? fields.name;
  return {
    isUncounted: isUnconfigured || fields.isUncounted === true,
    pausesChannel: fields.pausesChannel === true,
    isRetryable: fields.isRetryable !== false,
    reason: typeof cause === 'string' ? cause.slice(0, 120) : 'unknown',
    retryAfter:
      typeof fields.retryAfter === 'number' ? fields.retryAfter : isUnconfigured ? SETUP_WAIT : 0,
  };
}
