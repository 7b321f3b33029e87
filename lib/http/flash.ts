import { cookieOf } from '#lib/http/cookies.ts';
import type { ErrorCode, FieldErrors } from '#lib/platform/errors.ts';

/**
 * What a refused form brings back to its page across the redirect: a cookie for that page alone,
 * gone after five minutes. Passwords, codes and tokens are never kept.
 */
export type Flash = {
  code: ErrorCode;
  message: string;
  fields: FieldErrors;
  values: Record<string, string>;
};

export const FLASH_COOKIE = 'formulario';
export const FLASH_SECONDS = 300;
const MAX_CHARACTERS = 3000;

/** The cookie's value: as much as fits; values are left out before the errors are. */
export function packFlash(flash: Flash): string {
  const pack = (value: Flash) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const whole = pack(flash);
  return whole.length <= MAX_CHARACTERS ? whole : pack({ ...flash, values: {} });
}

/** Reads it back. It came from the browser, so nothing of its shape is taken for granted. */
export function readFlash(cookies: string | null): Flash | null {
  const packed = cookieOf(cookies, FLASH_COOKIE);
  if (!packed) return null;
  try {
    const parsed = JSON.parse(Buffer.from(packed, 'base64url').toString('utf8'));
    const { code, message } = parsed;
    if (typeof code !== 'string' || typeof message !== 'string') return null;
    return {
      code: code as ErrorCode, // shown or compared only, never looked up without a fallback
      message,
      fields: textsOf(parsed.fields),
      values: textsOf(parsed.values),
    };
  } catch {
    return null;
  }
}

function textsOf(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
}
