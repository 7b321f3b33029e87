import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { bodyOf } from '#lib/http/request-body.ts';
import { AppError } from '#lib/platform/errors.ts';
import {
  type BufferedFile,
  chunksOf,
  type Incoming,
  receiveFile,
  tooLarge,
} from '#lib/platform/storage/receive.ts';

/** Room around the file for boundaries, part headers and text fields. */
const AROUND_FILE = 64 * 1024;
const limits = {
  files: 1,
  fields: 20,
  parts: 22,
  fieldNameSize: 100,
  fieldSize: 4 * 1024,
  headerPairs: 16,
  headerSize: 4 * 1024,
};

export type MultipartFile = BufferedFile & { fileName: string; declaredType: string };
export type Multipart = { fields: Record<string, string>; file?: MultipartFile };
type Options = { maxBytes: number; fields: string[]; fileField: string };

/**
 * Reads a multipart form with at most one file, which is streamed to the temporary directory, and
 * the named text fields; others are ignored. The caller consumes the file. Throws
 * `unsupported_media_type`, `payload_too_large` at the first byte too many, or
 * `validation_failed` for a broken form; nothing stays behind then.
 */
export async function readMultipart(request: Request, options: Options): Promise<Multipart> {
  const { maxBytes } = options;
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type)) throw new AppError('unsupported_media_type');
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes + AROUND_FILE) {
    throw tooLarge(maxBytes);
  }
  const form = collectForm(openParser(type), options);
  try {
    await Promise.race([feed(form.parser, bodyOf(request), maxBytes + AROUND_FILE), form.refused]);
    await Promise.race([form.finished, form.refused]);
    const file = await form.file();
    return { fields: form.fields, ...(file && { file }) };
  } catch (error) {
    await form.abandon();
    if (error instanceof AppError) throw error;
    throw brokenForm('No pudimos leer el archivo: llegó incompleto. Inténtalo otra vez.', error);
  }
}

function openParser(type: string): BusboyInstance {
  try {
    return new Busboy({ headers: { 'content-type': type }, limits });
  } catch (cause) {
    throw brokenForm('No pudimos leer el formulario.', cause);
  }
}

/** Listens to the parser; the first refusal of any part is the one that counts. */
function collectForm(parser: BusboyInstance, options: Options) {
  const fields: Record<string, string> = {};
  const refusal = Promise.withResolvers<never>();
  refusal.promise.catch(() => undefined);
  let stream: BusboyFileStream | undefined;
  let receiving: Promise<MultipartFile> | undefined;

  parser.on('file', (name, part, fileName, _encoding, declaredType) => {
    part.on('error', () => undefined);
    // A browser sends an empty file field as a part with an empty name.
    if (name !== options.fileField || !fileName) {
      part.resume();
      return;
    }
    stream = part;
    receiving = receiveFile(part, options).then((file) => ({ ...file, fileName, declaredType }));
    receiving.catch(refusal.reject);
  });
  parser.on('field', (name, value, _nameCut, valueCut) => {
    if (!options.fields.includes(name)) return;
    if (valueCut) refusal.reject(brokenForm('Este dato es demasiado largo.', undefined, name));
    fields[name] = value;
  });
  parser.on('filesLimit', () => refusal.reject(brokenForm('Envía un solo archivo.')));
  for (const limit of ['fieldsLimit', 'partsLimit'] as const) {
    parser.on(limit, () => refusal.reject(brokenForm('El formulario tiene demasiados datos.')));
  }
  parser.on('error', refusal.reject);
  // From the start: some broken forms are finished before their end, and it is said only once.
  const finished = new Promise<void>((resolve) => parser.once('finish', resolve));

  return {
    parser,
    fields,
    finished,
    refused: refusal.promise,
    file: () => Promise.race([receiving, refusal.promise]),
    /** Ends what is still being written and removes what was. */
    abandon: async () => {
      stream?.destroy(new Error('abandoned'));
      parser.destroy();
      const written = await receiving?.catch(() => undefined);
      if (written) await rm(written.path, { force: true });
    },
  };
}

/** Hands the body to the parser at the pace of the disk. */
async function feed(
  parser: BusboyInstance,
  body: Incoming | null,
  maxBytes: number,
): Promise<void> {
  const next = chunksOf(body ?? Readable.from([]));
  let size = 0;
  for (let chunk = await next(); chunk; chunk = await next()) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes - AROUND_FILE);
    const part = chunk;
    await new Promise<void>((resolve, reject) => {
      parser.write(part, (error) => (error ? reject(error) : resolve()));
    });
  }
  parser.end();
}

function brokenForm(message: string, cause?: unknown, field = 'file'): AppError {
  return new AppError('validation_failed', { message, fields: { [field]: message }, cause });
}
