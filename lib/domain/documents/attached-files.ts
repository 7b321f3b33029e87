import { rm } from 'node:fs/promises';
import { findSignedInCtx } from '#lib/domain/accounts/signed-in.ts';
import { readDocument } from '#lib/domain/documents/open-document.ts';
import { findOwnDocument } from '#lib/domain/documents/reads/documents.ts';
import { documentTitle } from '#lib/domain/documents/view.ts';
import { senderOf } from '#lib/domain/uploads/quota.ts';
import { type UploadKind, uploadKinds } from '#lib/domain/uploads/schema.ts';
import { uploadIdOfUrl } from '#lib/domain/uploads/view.ts';
import { addUpload } from '#lib/domain/uploads/writes/add-upload.ts';
import { verifyUpload } from '#lib/domain/uploads/writes/open-upload.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { AppError, type FieldErrors } from '#lib/platform/operations/errors.ts';
import {
  type Multipart,
  tooManyFilesText,
  type UploadBody,
} from '#lib/platform/operations/files.ts';
import type { RequestCtx } from '#lib/platform/operations/operation.ts';
import { receiveFile } from '#lib/platform/storage/receive.ts';

/** A file that came in the form field `field`. `isOwn` marks a copy of a document of the vault. */
export type AttachedFile = {
  field: string;
  kind: UploadKind;
  uploadId: string;
  fileName: string;
  size: number;
  isOwn: boolean;
  /** Account holder from whose vault the file was copied. */
  holderId?: string;
  /** Title of a copied document. A contract has none, because its field says what it is. */
  title?: string | undefined;
};

/** Maximum number of files of one form, in all fields together. */
const MAX_FORM_FILES = 20;

type Options = {
  fields: string[];
  maxPerField?: number;
  /**
   * Names of file fields, by default the kinds of uploads. A file from any field but `contrato`
   * counts as `adicional`.
   */
  slots?: readonly string[];
};

/**
 * Attaches the files of a form: new ones, earlier uploads (`subido-<field>`) and documents of the
 * vault (`carpeta-<field>`). Returns the errors by field, and the form's other fields.
 */
export async function attachFiles(
  ctx: RequestCtx,
  received: UploadBody,
  options: Options,
): Promise<{ attached: AttachedFile[]; fields: Record<string, string>; errors: FieldErrors }> {
  const { maxPerField = 1, slots = uploadKinds } = options;
  const errors: FieldErrors = {};
  const form = await readFiles(received, options, errors);
  const attachedFiles: AttachedFile[] = [];
  try {
    for (const field of slots) {
      const kind = field === 'contrato' ? field : 'adicional';
      const sources = listSources(ctx, { field, kind }, form);
      const ownCount = sources.filter(({ isOwn }) => isOwn).length;
      const isTooMany =
        maxPerField > 1
          ? sources.length - ownCount > maxPerField || ownCount > MAX_FORM_FILES
          : sources.length > 1;
      if (isTooMany) {
        errors[field] = maxPerField === 1 ? ONE_ONLY : tooManyFilesText(maxPerField);
        continue;
      }
      for (const { name, take, isOwn = false } of sources) {
        try {
          const attachment = await take();
          attachedFiles.push({
            field,
            kind,
            isOwn,
            ...attachment,
            ...(await verifyUpload(attachment.uploadId)),
          });
        } catch (error) {
          const reason =
            maxPerField > 1 && name ? `${name}: ${fileRefusalText(error)}` : fileRefusalText(error);
          errors[field] = errors[field] ? `${errors[field]} ${reason}` : reason;
        }
      }
    }
    return { attached: attachedFiles, fields: form.fields, errors };
  } finally {
    for (const { path } of form.files) await rm(path, { force: true });
  }
}

/**
 * Reads the form. If that fails, the form counts as empty, the field that caused the failure gets
 * the error, and the page shows the fields that were sent before the refused file.
 */
async function readFiles(
  received: UploadBody,
  { fields, maxPerField, slots = uploadKinds }: Options,
  errors: FieldErrors,
): Promise<Multipart> {
  try {
    return await received.form({
      typed: received.typed,
      fields: [...slots.flatMap((slot) => [`subido-${slot}`, `carpeta-${slot}`]), ...fields],
      fileFields: slots,
      maxInAll: MAX_FORM_FILES,
      maxPerField,
    });
  } catch (error) {
    const refusedFields = error instanceof AppError ? (error.detail.fields ?? {}) : {};
    const field = [...slots, ...fields].find((name) => refusedFields[name]) ?? slots[0] ?? '';
    errors[field] = fileRefusalText(error);
    return { fields: {}, files: [] };
  }
}

type Source = {
  name?: string;
  isOwn?: true;
  take: () => Promise<Pick<AttachedFile, 'uploadId' | 'title' | 'holderId'>>;
};

function listSources(
  ctx: RequestCtx,
  { field, kind }: Pick<AttachedFile, 'field' | 'kind'>,
  { fields, files }: Multipart,
): Source[] {
  const sender = senderOf(ctx);
  const documentIds = (fields[`carpeta-${field}`] ?? '').split(' ').filter(Boolean);
  const urls = (fields[`subido-${field}`] ?? '').split(' ').filter(Boolean);
  return [
    ...documentIds.map((documentId) => ({
      isOwn: true as const,
      take: async () => {
        const copy = await copyOwnDocument(ctx, documentId);
        const { holderId, fileName } = copy;
        const title = kind === 'adicional' ? copy.title : undefined;
        const uploadId = await addUpload({ kind, fileName, sender, title }, copy);
        return { uploadId, holderId, title };
      },
    })),
    ...files
      .filter((file) => file.field === field)
      .map((file) => ({
        name: file.fileName,
        take: async () => ({
          uploadId: await addUpload({ kind, fileName: file.fileName, sender }, file),
        }),
      })),
    ...urls.map((url) => ({ take: async () => ({ uploadId: getUploadIdOfUrl(url) }) })),
  ];
}

function getUploadIdOfUrl(url: string): string {
  const uploadId = uploadIdOfUrl(url);
  if (!uploadId) throw new AppError('not_found');
  return uploadId;
}

const ONE_ONLY = 'Elige uno solo: el archivo que subes o el de tu carpeta.';

/** Copies a document of the vault. Throws `not_found`, and `forbidden` for readers of a company. */
async function copyOwnDocument(ctx: RequestCtx, documentId: string) {
  const user = await findSignedInCtx(ctx);
  if (user?.memberRole === 'reader')
    throw new AppError('forbidden', { message: readerRefusalText });
  const document = user && (await findOwnDocument(user.holderId, documentId));
  if (!user || document?.state !== 'kept') {
    const message = 'Ese documento ya no está en tu carpeta. Elige otro o sube el archivo.';
    throw new AppError('not_found', { message });
  }
  const stream = await readDocument(document);
  try {
    const names = { fileName: document.fileName, title: documentTitle(document) };
    return {
      holderId: user.holderId,
      ...(await receiveFile(stream, { maxBytes: getEnv().maxUploadBytes })),
      ...names,
    };
  } finally {
    stream.destroy();
  }
}

const readerRefusalText =
  'En esta empresa solo puedes ver, así que no puedes enviar su carpeta. Sube el archivo.';

const fileErrorCodes = [
  'forbidden',
  'invalid_file',
  'payload_too_large',
  'validation_failed',
  'not_found',
  'document_not_found',
  'rate_limited',
  'share_expired',
];

/** Returns the message for an error that is about the file. Throws every other error again. */
function fileRefusalText(error: unknown): string {
  if (!(error instanceof AppError) || !fileErrorCodes.includes(error.code)) throw error;
  return error.detail.message ?? 'No recibimos ese archivo. Súbelo otra vez.';
}
