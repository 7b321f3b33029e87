import { AppError } from '#lib/platform/operations/errors.ts';
import { plainFields, plainReviver } from '#lib/platform/operations/plain-text.ts';
import type { BodySource } from '#lib/platform/storage/receive.ts';
import { bodyOf } from '#lib/platform/web/request-body.ts';

/** Enough for 20 guarantees with texts of 2,000 characters. */
const MAX_BODY_BYTES = 256 * 1024;

/**
 * Reads a JSON body. Throws `unsupported_media_type`, `payload_too_large` above MAX_BODY_BYTES, or
 * `invalid_json`. With `isOptional` a missing body is `{}`.
 */
export async function readJson(request: Request, { isOptional = false } = {}): Promise<unknown> {
  const isJson = /^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '');
  if (!isJson && !isOptional) throw new AppError('unsupported_media_type');
  const text = await readText(request);
  if (isOptional && text === '') return {};
  if (!isJson) throw new AppError('unsupported_media_type');
  try {
    return JSON.parse(text, plainReviver);
  } catch (cause) {
    throw new AppError('invalid_json', { cause });
  }
}

/** Parses an urlencoded form. If a name is repeated, its last value counts. */
export async function readForm(request: Request): Promise<Record<string, string>> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) {
    throw new AppError('unsupported_media_type');
  }
  return plainFields(Object.fromEntries(new URLSearchParams(await readText(request))));
}

async function readText(request: Request): Promise<string> {
  return (await readBytes(request, MAX_BODY_BYTES)).toString('utf8');
}

/**
 * Reads a body. Throws `payload_too_large` at the first byte over the limit, whatever
 * `Content-Length` says.
 */
export async function readBytes(request: Request, maxBytes: number): Promise<Buffer> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) {
    throw new AppError('payload_too_large');
  }
  const bytes = await readWithin(bodyOf(request), maxBytes).catch((cause) => {
    throw new AppError('invalid_json', { cause });
  });
  if (!bytes) throw new AppError('payload_too_large');
  return bytes;
}

/** Reads a stream. At the first byte over the limit it closes the stream and returns null. */
export async function readWithin(
  body: BodySource | null,
  maxBytes: number,
): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
