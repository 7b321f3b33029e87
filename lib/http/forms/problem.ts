import { errorMessageOf } from '#lib/http/api/messages.ts';
import { type Flash, readFlash } from '#lib/http/forms/flash.ts';
import type { ErrorCode } from '#lib/platform/operations/errors.ts';

/** Finds the problem of `?error=<code>`. The flash cookie counts if it is of the same refusal. */
export function findProblem(
  error: string | string[] | undefined,
  cookies: string | null,
): Flash | null {
  const message = errorMessageOf(error);
  if (!message) return null;
  const flash = readFlash(cookies);
  if (flash && flash.code === error) return flash;
  return { code: error as ErrorCode, message, fields: {}, values: {} }; // errorMessageOf checked it
}
