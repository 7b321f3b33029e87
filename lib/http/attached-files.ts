import { rm } from 'node:fs/promises';
import { readDocument } from '#lib/domain/documents/access.ts';
import { findOwnDocument } from '#lib/domain/documents/reads.ts';
import { verifyUpload } from '#lib/domain/uploads/access.ts';
import { addUpload } from '#lib/domain/uploads/add-upload.ts';
import { senderOf } from '#lib/domain/uploads/quota.ts';
import { type UploadKind, uploadKinds } from '#lib/domain/uploads/schema.ts';
import { uploadIdOfUrl } from '#lib/domain/uploads/view.ts';
import { type Multipart, readMultipart, tooMany } from '#lib/http/multipart.ts';
import { findMember } from '#lib/http/session.ts';
import { getEnv } from '#lib/platform/env.ts';
import { AppError, type FieldErrors } from '#lib/platform/errors.ts';
import type { GuestCtx } from '#lib/platform/operation.ts';
import { receiveFile } from '#lib/platform/storage/receive.ts';

export type AttachedFile = { kind: UploadKind; uploadId: string; fileName: string; size: number };

type Options = {
  /** Fields that the form has beside its files. */
  fields: string[];
  /** How many files of a kind it may bring. */
  each?: number;
};

/**
 * Of each kind the files in a form (no JavaScript), addresses of uploads (`subido-<kind>`), an own
 * document (`carpeta-<kind>`) or none. A refused file leaves the others in place; why it was is said
 * under its kind.
 */
export async function attachFiles(
  ctx: GuestCtx,
  request: Request,
  options: Options,
): Promise<{ attached: AttachedFile[]; fields: Record<string, string>; errors: FieldErrors }> {
  const { each = 1 } = options;
  const errors: FieldErrors = {};
  const form = await readFiles(request, options, errors);
  const attached: AttachedFile[] = [];
  try {
    for (const kind of uploadKinds) {
      const sources = sourcesOf(ctx, kind, form);
      if (sources.length > each) {
        errors[kind] = each === 1 ? ONE_ONLY : tooMany(each);
        continue;
      }
      for (const { name, take } of sources) {
        try {
          const uploadId = await take();
          attached.push({ kind, uploadId, ...(await verifyUpload(uploadId)) });
        } catch (error) {
          const why = each > 1 && name ? `${name}: ${refusalOf(error)}` : refusalOf(error);
          errors[kind] = errors[kind] ? `${errors[kind]} ${why}` : why;
        }
      }
    }
    return { attached, fields: form.fields, errors };
  } finally {
    for (const { path } of form.all) await rm(path, { force: true });
  }
}

/** A form that broke off holds nothing, and the first field says why unless another is to blame. */
async function readFiles(
  request: Request,
  { fields, each }: Options,
  errors: FieldErrors,
): Promise<Multipart> {
  try {
    return await readMultipart(request, {
      maxBytes: getEnv().maxUploadBytes,
      fields: [...uploadKinds.flatMap((kind) => [`subido-${kind}`, `carpeta-${kind}`]), ...fields],
      fileFields: [...uploadKinds],
      each,
    });
  } catch (error) {
    const blamed = error instanceof AppError ? (error.detail.fields ?? {}) : {};
    const kind = uploadKinds.find((one) => blamed[one]) ?? uploadKinds[0];
    errors[kind] = refusalOf(error);
    return { fields: {}, files: {}, all: [] };
  }
}

type Source = { name?: string; take: () => Promise<string> };

function sourcesOf(ctx: GuestCtx, kind: UploadKind, { fields, all }: Multipart): Source[] {
  const sender = senderOf(ctx.address);
  const documentId = fields[`carpeta-${kind}`];
  const addresses = (fields[`subido-${kind}`] ?? '').split(' ').filter(Boolean);
  const own: Source = {
    take: async () => {
      const copy = await copyOwnDocument(ctx, documentId ?? '');
      return addUpload({ kind, fileName: copy.fileName, sender }, copy);
    },
  };
  return [
    ...(documentId ? [own] : []),
    ...all
      .filter(({ field }) => field === kind)
      .map((file) => ({
        name: file.fileName,
        take: () => addUpload({ kind, fileName: file.fileName, sender }, file),
      })),
    ...addresses.map((address) => ({ take: async () => uploadAt(address) })),
  ];
}

function uploadAt(address: string): string {
  const uploadId = uploadIdOfUrl(address);
  if (!uploadId) throw new AppError('not_found');
  return uploadId;
}

const ONE_ONLY = 'Elige uno solo: el archivo que subes o el de tu carpeta.';

/** The bytes of a kept document of the vault, to be judged as any others. Throws `not_found`. */
async function copyOwnDocument(ctx: GuestCtx, documentId: string) {
  const member = await findMember(ctx);
  const document = member && (await findOwnDocument(member.accountId, documentId));
  if (document?.state !== 'kept') {
    const message = 'Ese documento ya no está en tu carpeta. Elige otro o sube el archivo.';
    throw new AppError('not_found', { message });
  }
  const stream = await readDocument(document);
  try {
    const { fileName } = document;
    return { ...(await receiveFile(stream, { maxBytes: getEnv().maxUploadBytes })), fileName };
  } finally {
    stream.destroy();
  }
}

const aboutTheFile = [
  'invalid_file',
  'payload_too_large',
  'validation_failed',
  'not_found',
  'document_not_found',
  'rate_limited',
  'share_expired',
];

/** In words for its field; throws what is no fault of the file. */
function refusalOf(error: unknown): string {
  if (!(error instanceof AppError) || !aboutTheFile.includes(error.code)) throw error;
  return error.detail.message ?? 'No recibimos ese archivo. Súbelo otra vez.';
}
