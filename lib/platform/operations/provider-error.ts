import { HOUR, SECOND } from '#lib/platform/process/durations.ts';

type Options = {
  isRetryable: boolean;
  /** The wait in ms that the provider demanded. */
  retryAfter?: number | undefined;
  /** True if the delivery itself is not the cause. The attempt then does not count. */
  isUncounted?: boolean;
  /** True if all calls of the channel would fail until `retryAfter`. The channel then pauses. */
  pausesChannel?: boolean;
};

/**
 * A failed call to a provider. `reason` is a short code without personal data, which
 * `deliveries/rules.ts` reads.
 */
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

/**
 * Converts a `Retry-After` in seconds to ms, at most an hour. Returns undefined if it is no number.
 */
export function retryAfterMs(header: string | null | undefined): number | undefined {
  const seconds = Number(header);
  if (!header || !Number.isFinite(seconds) || seconds < 0) return undefined;
  return Math.min(seconds * SECOND, HOUR);
}
