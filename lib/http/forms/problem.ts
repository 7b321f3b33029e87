import { errorMessageOf } from '#lib/http/api/messages.ts';
import { type Flash, parseFlash } from '#lib/http/forms/flash.ts';
import type { ErrorCode } from '#lib/platform/operations/errors.ts';

/**
 * Returns the error of `?error=<code>`, with the details of the flash cookie if it has the same
 * code. Returns null for an unknown code, and for refused fields whose details are gone: then the
 * address comes from an earlier visit, and there is nothing left to correct.
 */
export function findProblem(
  error: string | string[] | undefined,
  refusedForm: string | undefined,
): Flash | null {
  const message = errorMessageOf(error);
  if (!message) return null;
  const flash = parseFlash(refusedForm);
  if (flash && flash.code === error) return flash;
  if (error === 'validation_failed') return null;
  return { code: error as ErrorCode, message, fields: {}, values: {} }; // checked by errorMessageOf
}
