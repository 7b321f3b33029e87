import { AppError } from '#lib/platform/operations/errors.ts';

/** The server gave no usable answer. `outcome` tells whether it may have done the work. */
export class Outage extends Error {
  readonly done: 'no' | 'unknown';

  constructor(outcome: 'no' | 'unknown', cause: unknown) {
    super('the database server cannot be reached', { cause });
    this.name = 'Outage';
    this.done = outcome;
  }
}

/** Codes for a lock of another writer, a slow transaction, or a lost stream. */
const transient = [
  'SQLITE_BUSY',
  'TRANSACTION_BUSY',
  'TRANSACTION_TIMEOUT',
  'TRANSACTION_CLOSED',
  'STREAM_EXPIRED',
  'HRANA_CLOSED_ERROR',
];

/** Returns the server's failure, or null when the statement itself is at fault. */
export function outageOf(error: unknown): Outage | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof Outage) return error;
  const { code } = error as { code?: unknown }; // Set by libSQL's errors.
  if (typeof code === 'string' && transient.some((prefix) => code.startsWith(prefix))) {
    return new Outage('unknown', error);
  }
  // Drizzle wraps the errors of the client.
  return outageOf(error.cause);
}

export function unavailableError(cause: unknown): AppError {
  return new AppError('unavailable', { retryAfter: 2, cause });
}
