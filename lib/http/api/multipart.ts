import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { getEnv } from '#lib/platform/config/env.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import {
  type Multipart,
  type MultipartFile,
  type MultipartOptions,
  tooManyFilesText,
  type UploadBody,
} from '#lib/platform/operations/files.ts';
import { plainText } from '#lib/platform/operations/plain-text.ts';
import {
  type BodySource,
  createChunkReader,
  receiveFile,
  tooLargeError,
} from '#lib/platform/storage/receive.ts';
import { bodyOf } from '#lib/platform/web/request-body.ts';

/** Bytes allowed around the file for boundaries, part headers and text fields. */
const FORM_OVERHEAD_BYTES = 64 * 1024;
const limits = {
  fields: 60,
  fieldNameSize: 100,
  /** Large enough for a message of `MAX_PAGE_MESSAGE_LENGTH` characters of up to three bytes. */
  fieldSize: 8 * 1024,
  headerPairs: 16,
  headerSize: 4 * 1024,
};

type Options = MultipartOptions & {
  /** Limit of each file, in bytes. */
  maxBytes: number;
};

/**
 * Reads a form and streams its files to the temporary directory, where the caller consumes them.
 * Throws `unsupported_media_type` if the body is no form, `payload_too_large` if a file is over the
 * limit, and `validation_failed` if the form is broken.
 */
export async function readMultipart(request: Request, options: Options): Promise<Multipart> {
  const { maxBytes, fileFields, maxPerField = 1, maxInAll: inAll = Infinity } = options;
  const maxFiles = fileFields.length * maxPerField;
  const limit = maxBytes * Math.min(maxFiles, inAll) + FORM_OVERHEAD_BYTES;
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type)) throw new AppError('unsupported_media_type');
  if (!options.typed && Number(request.headers.get('content-length') ?? 0) > limit) {
    throw tooLargeError(maxBytes);
  }
  const form = collectForm(openParser(type, maxFiles), options);
  try {
    const feeding = feedParser(form.parser, bodyOf(request), { limit, maxBytes });
    await Promise.race([feeding, form.refused]);
    await Promise.race([form.finished, form.refused]);
    return { fields: form.fields, files: await form.files() };
  } catch (error) {
    await form.abandon();
    if (error instanceof AppError) throw error;
    throw brokenForm('No pudimos leer el archivo: llegó incompleto. Inténtalo otra vez.', error);
  }
}

/** Returns the ways in which the handler of an upload can read the body of a request. */
export function uploadBodyOf(request: Request): UploadBody {
  const { maxUploadBytes: maxBytes } = getEnv();
  return {
    typed: {},
    form: (options) => readMultipart(request, { ...options, maxBytes }),
    bytes: async () => {
      if (Number(request.headers.get('content-length') ?? 0) > maxBytes)
        throw tooLargeError(maxBytes);
      return receiveFile(bodyOf(request) ?? Readable.from([]), { maxBytes });
    },
  };
}

function openParser(type: string, files: number): BusboyInstance {
  try {
    const parts = limits.fields + files + 1;
    return new Busboy({ headers: { 'content-type': type }, limits: { ...limits, files, parts } });
  } catch (cause) {
    throw brokenForm('No pudimos leer el formulario.', cause);
  }
}

/** Collects the parts of a form. If one part is refused, the whole form is refused. */
function collectForm(parser: BusboyInstance, options: Options) {
  const { typed: fields = {}, maxPerField = 1, maxInAll: inAll = Infinity } = options;
  const refusal = Promise.withResolvers<never>();
  refusal.promise.catch(() => undefined);
  const streams: BusboyFileStream[] = [];
  const pendingFiles: { field: string; file: Promise<MultipartFile> }[] = [];

  parser.on('file', (name, part, fileName) => {
    part.on('error', () => undefined);
    // A browser sends an empty file field as a part without a file name.
    const isFieldFull = pendingFiles.filter(({ field }) => field === name).length >= maxPerField;
    const isFormFull = pendingFiles.length >= inAll;
    if (!options.fileFields.includes(name) || !fileName || isFieldFull || isFormFull) {
      if (isFieldFull) refusal.reject(brokenForm(tooManyFilesText(maxPerField), null, name));
      if (isFormFull && fileName) refusal.reject(brokenForm(tooManyFilesText(inAll), null, name));
      part.resume();
      return;
    }
    streams.push(part);
    const file = receiveFile(part, options).then((receivedFile) => ({
      ...receivedFile,
      field: name,
      fileName,
    }));
    pendingFiles.push({ field: name, file });
    file.catch((error) => refusal.reject(withFieldName(error, name)));
  });
  parser.on('field', (name, value, _nameCut, valueCut) => {
    if (!options.fields.includes(name)) return;
    if (valueCut) refusal.reject(brokenForm('Este dato es demasiado largo.', undefined, name));
    fields[name] = plainText(value, name);
  });
  parser.on('filesLimit', () => refusal.reject(brokenForm(tooManyFilesText(maxPerField))));
  for (const limit of ['fieldsLimit', 'partsLimit'] as const) {
    parser.on(limit, () => refusal.reject(brokenForm('El formulario tiene demasiados datos.')));
  }
  parser.on('error', refusal.reject);
  // Listens from the start, because a broken form may end before anybody waits for its files.
  const finished = new Promise<void>((resolve) => parser.once('finish', resolve));

  return {
    parser,
    fields,
    finished,
    refused: refusal.promise,
    files: () => Promise.race([Promise.all(pendingFiles.map(({ file }) => file)), refusal.promise]),
    abandon: async () => {
      for (const stream of streams) stream.destroy(new Error('abandoned'));
      parser.destroy();
      for (const result of await Promise.allSettled(pendingFiles.map(({ file }) => file))) {
        if (result.status === 'fulfilled') await rm(result.value.path, { force: true });
      }
    },
  };
}

/** Writes the body to the parser. Waits while the disk is slower than the network. */
async function feedParser(
  parser: BusboyInstance,
  body: BodySource | null,
  { limit, maxBytes }: { limit: number; maxBytes: number },
): Promise<void> {
  const nextChunk = createChunkReader(body ?? Readable.from([]));
  let size = 0;
  for (let chunk = await nextChunk(); chunk; chunk = await nextChunk()) {
    size += chunk.byteLength;
    if (size > limit) throw tooLargeError(maxBytes);
    const part = chunk;
    await new Promise<void>((resolve, reject) => {
      parser.write(part, (error) => (error ? reject(error) : resolve()));
    });
  }
  parser.end();
}

/** Returns a file's refusal with the name of its field, because a form may send several. */
function withFieldName(error: unknown, name: string): unknown {
  if (!(error instanceof AppError) || !error.detail.message) return error;
  return new AppError(error.code, { ...error.detail, fields: { [name]: error.detail.message } });
}

function brokenForm(message: string, cause?: unknown, field = 'file'): AppError {
  return new AppError('validation_failed', { message, fields: { [field]: message }, cause });
}
