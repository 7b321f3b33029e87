import { AppError } from '#lib/platform/operations/errors.ts';

/**
 * Thrown if the server gave no usable answer. `outcome` is `no` if the work was certainly not done,
 * and `unknown` if it may have been.
 */
export class Outage extends Error {
  readonly outcome: 'no' | 'unknown';

  constructor(outcome: 'no' | 'unknown', cause: unknown) {
    super('the database server cannot be reached', { cause });
    this.name = 'Outage';
    this.outcome = outcome;
  }
}

/**
 * Prefixes of retryable error codes: the lock of another writer, a slow transaction or a lost
 * stream.
 */
const transientCodes = [
  'SQLITE_BUSY',
  'TRANSACTION_BUSY',
  'TRANSACTION_TIMEOUT',
  'TRANSACTION_CLOSED',
  'STREAM_EXPIRED',
  'HRANA_CLOSED_ERROR',
];

/** Returns an `Outage` when the server failed, or null when the statement itself is at fault. */
export function outageOf(error: unknown): Outage | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof Outage) return error;
  const { code } = error as { code?: unknown }; // libSQL's errors have a `code`.
  if (typeof code === 'string' && transientCodes.some((prefix) => code.startsWith(prefix))) {
    return new Outage('unknown', error);
  }
  // drizzle wraps the errors of libSQL's client.
  return outageOf(error.cause);
}

export function unavailableError(cause: unknown): AppError {
  return new AppError('unavailable', { retryAfter: 2, cause });
}
