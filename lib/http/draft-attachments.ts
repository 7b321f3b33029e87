import { rm } from 'node:fs/promises';
import { readDocument } from '#lib/domain/documents/access.ts';
import { findOwnDocument } from '#lib/domain/documents/reads.ts';
import { afterSaving, draftKeyFor, draftLimit } from '#lib/domain/drafts/operations.ts';
import type { Attachments } from '#lib/domain/drafts/schema.ts';
import { WIZARD } from '#lib/domain/drafts/view.ts';
import { saveAttachments } from '#lib/domain/drafts/writes/save-attachment.ts';
import { verifyUpload } from '#lib/domain/uploads/access.ts';
import { addUpload } from '#lib/domain/uploads/add-upload.ts';
import { senderOf } from '#lib/domain/uploads/quota.ts';
import { type UploadKind, uploadKinds } from '#lib/domain/uploads/schema.ts';
import { uploadIdOfUrl } from '#lib/domain/uploads/view.ts';
import { type Multipart, readMultipart } from '#lib/http/multipart.ts';
import { findMember } from '#lib/http/session.ts';
import { getEnv } from '#lib/platform/env.ts';
import { AppError, type FieldErrors } from '#lib/platform/errors.ts';
import { defineStream, type GuestCtx, goTo } from '#lib/platform/operation.ts';
import { receiveFile } from '#lib/platform/storage/receive.ts';

/**
 * Of each kind a file in the form (no JavaScript), the address of an upload (`subido-<kind>`), an own
 * document (`carpeta-<kind>`) or none; `quitar` names one to take away. A refused file leaves the
 * others in place.
 */
export const postAttachments = defineStream({
  method: 'POST',
  path: `${WIZARD}/documentos/archivos`,
  auth: 'guest',
  limit: [draftLimit, { name: 'drafts/attachments', points: 60, seconds: 600, per: 'address' }],
  accepts: 'multipart/form-data',
  reply: goTo,
  summary: 'Attach, replace or remove the files of the draft',
  handler: async (ctx, _input, request) => {
    const errors: FieldErrors = {};
    const form = await readFiles(request, errors);
    const attached = await attach(ctx, form, errors);
    const removed = uploadKinds.find((kind) => kind === form.fields.quitar);
    const key = await draftKeyFor(ctx);
    return afterSaving(ctx, await saveAttachments(key, { attached, errors, removed }, ctx.now));
  },
});

/** A form that broke off holds nothing, and the first field says why unless another is to blame. */
async function readFiles(request: Request, errors: FieldErrors): Promise<Multipart> {
  try {
    return await readMultipart(request, {
      maxBytes: getEnv().maxUploadBytes,
      fields: [...uploadKinds.flatMap((kind) => [`subido-${kind}`, `carpeta-${kind}`]), 'quitar'],
      fileFields: [...uploadKinds],
    });
  } catch (error) {
    const blamed = error instanceof AppError ? (error.detail.fields ?? {}) : {};
    const kind = uploadKinds.find((one) => blamed[one]) ?? uploadKinds[0];
    errors[kind] = refusalOf(error);
    return { fields: {}, files: {} };
  }
}

/** What was taken; why one was not goes into `errors`. */
async function attach(ctx: GuestCtx, form: Multipart, errors: FieldErrors): Promise<Attachments> {
  const attached: Attachments = {};
  try {
    for (const kind of uploadKinds) {
      try {
        const uploadId = await uploadOf(ctx, kind, form);
        if (!uploadId) continue;
        const { fileName, size } = await verifyUpload(uploadId);
        attached[kind] = { uploadId, fileName, size };
      } catch (error) {
        errors[kind] = refusalOf(error);
      }
    }
    return attached;
  } finally {
    for (const file of Object.values(form.files)) if (file) await rm(file.path, { force: true });
  }
}

async function uploadOf(ctx: GuestCtx, kind: UploadKind, { fields, files }: Multipart) {
  const file = files[kind];
  const sender = senderOf(ctx.address);
  const [address, documentId] = [fields[`subido-${kind}`], fields[`carpeta-${kind}`]];
  if (documentId) {
    if (file || address) throw new AppError('validation_failed', { message: ONE_ONLY });
    const copy = await copyOwnDocument(ctx, documentId);
    return addUpload({ kind, fileName: copy.fileName, sender }, copy);
  }
  if (file) return addUpload({ kind, fileName: file.fileName, sender }, file);
  const uploadId = address && uploadIdOfUrl(address);
  if (address && !uploadId) throw new AppError('not_found');
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
