import { errorMessageOf } from '#lib/http/api/messages.ts';
import { CORRECTED, type Flash, parseFlash } from '#lib/http/forms/flash.ts';
import type { ErrorCode } from '#lib/platform/operations/errors.ts';

/**
 * Returns the error of `?error=<code>`, with the details of the flash cookie if it has the same
 * code. Returns null for an unknown code, and for wrong fields that were corrected since.
 */
export function findProblem(
  error: string | string[] | undefined,
  refusedForm: string | undefined,
): Flash | null {
  const message = errorMessageOf(error);
  if (!message) return null;
  // Only wrong fields always come with a cookie, which replaces the mark.
  if (error === 'validation_failed' && refusedForm === CORRECTED) return null;
  const flash = parseFlash(refusedForm);
  if (flash && flash.code === error) return flash;
  return { code: error as ErrorCode, message, fields: {}, values: {} }; // checked by errorMessageOf
}
