import { HOUR, SECOND } from '#lib/platform/process/durations.ts';

type Options = {
  isRetryable: boolean;
  /** Wait that the provider requested, in ms. */
  retryAfter?: number | undefined;
  /** The cause is not the delivery itself, so this attempt does not count. */
  isUncounted?: boolean;
  /** All calls of the channel would fail before `retryAfter`. */
  pausesChannel?: boolean;
};

/** `reason` is a short code without personal data, used by `deliveries/rules.ts`. */
export class ProviderError extends Error {
  readonly reason: string;
  readonly isRetryable: boolean;
  readonly retryAfter: number | undefined;
  readonly isUncounted: boolean;
  readonly pausesChannel: boolean;

  constructor(reason: string, options: Options) {
    super(reason);
    this.name = 'ProviderError';
    this.reason = reason;
    this.isRetryable = options.isRetryable;
    this.retryAfter = options.retryAfter;
    this.isUncounted = options.isUncounted ?? false;
    this.pausesChannel = options.pausesChannel ?? false;
  }
}

/** Returns a `Retry-After` in seconds as ms, at most an hour. */
export function retryAfterMs(header: string | null | undefined): number | undefined {
  const seconds = Number(header);
  if (!header || !Number.isFinite(seconds) || seconds < 0) return undefined;
  return Math.min(seconds * SECOND, HOUR);
}
