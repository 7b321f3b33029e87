import { cannotKeepText } from '#lib/platform/db/faults.ts';
import { AppError } from '#lib/platform/operations/errors.ts';

const noRoomCodes = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS'];

/**
 * Maps a failure of a file system or store to `unavailable`. A full disk has a message of its own.
 */
export function storeRefusal(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  const { code } = (cause ?? {}) as { code?: unknown }; // Node's errors have a `code`.
  const isFull = typeof code === 'string' && noRoomCodes.includes(code);
  return new AppError('unavailable', {
    cause,
    ...(isFull && { message: cannotKeepText, retryAfter: 60 }),
  });
}

const REPLACED = 'Replaced';

export function replacedError(): Error {
  return Object.assign(new Error('the object was replaced meanwhile'), { name: REPLACED });
}

export function isReplaced(error: unknown): boolean {
  const { cause } = error instanceof AppError ? error.detail : {};
  return cause instanceof Error && cause.name === REPLACED;
}

/**
 * Returns null for a missing file, and throws any other error again. Used as a handler for
 * `.catch`.
 */
export function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
