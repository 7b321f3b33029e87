import { marketplaceCopy } from '#lib/domain/marketplace/copy.ts';
import { MarketplaceFailure } from '#lib/platform/mercado-publico/failure.ts';
import { AppError, type ErrorCode } from '#lib/platform/operations/errors.ts';

/** Converts failures of Mercado Público to errors of our API. */
export function toApiError(error: unknown): unknown {
  if (!(error instanceof MarketplaceFailure)) return error;
  const cause = error;
  switch (error.kind) {
    case 'ticket':
      return new AppError('not_configured', { cause });
    case 'parameters':
      return new AppError('validation_failed', { message: marketplaceCopy.refused, cause });
    case 'missing':
      return new AppError('not_found', { cause });
    case 'quota':
      return new AppError('unavailable', { message: marketplaceCopy.quota, cause });
    case 'busy':
    case 'timeout':
    case 'no_slot':
    case 'stopped':
      return new AppError('upstream_timeout', { retryAfter: 30, cause });
    default:
      return new AppError('upstream_failed', { cause });
  }
}

/**
 * Returns whether an error only means that there is no answer now: not found, failed or over a
 * limit. Callers continue without the answer in these cases, and throw every other error.
 */
export function isLookUpUnavailable(error: unknown): boolean {
  return error instanceof AppError && unavailableCodes.includes(error.code);
}

const unavailableCodes: readonly ErrorCode[] = [
  'not_configured',
  'not_found',
  'unavailable',
  'upstream_failed',
  'upstream_timeout',
  'rate_limited',
];
