import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { ErrorCode, FieldErrors } from '#lib/platform/operations/errors.ts';

/** A refused form, kept in a cookie for five minutes without passwords, codes and tokens. */
export type Flash = {
  code: ErrorCode;
  message: string;
  fields: FieldErrors;
  values: Record<string, string>;
};

export const FLASH_SECONDS = 300;
/**
 * Value of the cookie once the refused form was accepted. The back button then leads to the address
 * with `?error=`, where nothing is wrong any more.
 */
export const CORRECTED = 'corregido';
/** Browsers drop cookies of more than 4,096 bytes including name and attributes. */
const MAX_CHARACTERS = 3600;
const MAX_UNPACKED = 64 * 1024;

/** Returns the compressed cookie value. If it is too long, the longest values are left out. */
export function packFlash(flash: Flash): string {
  const packed = deflateRawSync(JSON.stringify(flash)).toString('base64url');
  const [longest] = Object.entries(flash.values).sort(([, a], [, b]) => b.length - a.length);
  if (packed.length <= MAX_CHARACTERS || !longest) return packed;
  const { [longest[0]]: _, ...values } = flash.values;
  return packFlash({ ...flash, values });
}

/** Parses the cookie's value. Its content is not trusted, because the browser sent it. */
export function parseFlash(cookieValue: string | undefined): Flash | null {
  if (!cookieValue) return null;
  try {
    const bytes = Buffer.from(cookieValue, 'base64url');
    const text = inflateRawSync(bytes, { maxOutputLength: MAX_UNPACKED }).toString('utf8');
    const parsed = JSON.parse(text);
    const { code, message } = parsed;
    if (typeof code !== 'string' || typeof message !== 'string') return null;
    return {
      code: code as ErrorCode, // not validated, but only compared or shown with a fallback
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
