import type { z } from 'zod';
import {
  arrivalFields,
  arrivalFiles,
  arrivalsReply,
  documentReply,
  uploadFields,
} from '#lib/domain/documents/schema.ts';
import { parseUploadForm } from '#lib/domain/documents/upload-form.ts';
import { toDocumentMetadata } from '#lib/domain/documents/view.ts';
import { addDocument, addUncategorized } from '#lib/domain/documents/writes/add-document.ts';
import { readDocumentsWithin } from '#lib/domain/documents/writes/read-documents.ts';
import { deletingAfter } from '#lib/domain/uploads/check-file.ts';
import { AppError, type FieldErrors } from '#lib/platform/operations/errors.ts';
import type { Multipart, MultipartOptions, UploadBody } from '#lib/platform/operations/files.ts';
import { defineUpload } from '#lib/platform/operations/operation.ts';
import { withData } from '#lib/platform/operations/replies.ts';

export const postDocumentUpload = defineUpload({
  path: '/api/documents/upload',
  auth: 'signedIn',
  limit: { name: 'documents/upload', points: 60, seconds: 600, per: 'account' },
  accepts: 'multipart/form-data',
  form: { fields: uploadFields, file: 'file' },
  reply: documentReply,
  errors: [
    'validation_failed',
    'invalid_file',
    'document_not_found',
    'conflict',
    'unsupported_media_type',
    'unavailable',
  ],
  summary: 'Upload a document; it replaces the one in a category that holds only one',
  handler: async (ctx, _input, received) => {
    const {
      fields,
      files: [file],
    } = await readForm(received, {
      fields: Object.keys(uploadFields.shape),
      fileFields: ['file'],
      typed: received.typed,
    });
    const options = { hasFile: file !== undefined, role: ctx.role, now: ctx.now };
    if (!file) {
      parseUploadForm(fields, options);
      throw new AppError('invalid_file');
    }
    const document = await deletingAfter(file, async () =>
      addDocument(ctx, parseUploadForm(fields, options), file),
    );
    return withData(toDocumentMetadata(document));
  },
});

/** Stores files before their owner chooses a category. Their text is read after the response. */
export const postDocumentArrivals = defineUpload({
  path: '/api/documents/arrivals',
  auth: 'signedIn',
  limit: { name: 'documents/arrivals', points: 120, seconds: 600, per: 'account' },
  accepts: 'multipart/form-data',
  form: { fields: arrivalFields, file: 'file' },
  reply: arrivalsReply,
  errors: [
    'validation_failed',
    'invalid_file',
    'conflict',
    'unsupported_media_type',
    'unavailable',
  ],
  summary: 'Upload files whose category is chosen later',
  handler: async (ctx, _input, received) => {
    const { fields, files } = await readForm(received, {
      fields: ['once'],
      fileFields: arrivalFiles,
    });
    const { once: sendKey = null } =
      (files.length === 1 && arrivalFields.safeParse(fields).data) || {};
    const data: z.infer<typeof arrivalsReply>['data'] = [];
    const problems: FieldErrors = files.length > 0 ? {} : { file: 'Adjunta un archivo.' };
    for (const file of files) {
      await deletingAfter(file, async () => {
        const { id, fileName, ...unplaced } = await addUncategorized(ctx, sendKey, file);
        data.push({ id, fileName });
        void readDocumentsWithin([{ id, ...unplaced }], 0);
      }).catch((error) => {
        if (!(error instanceof AppError) || !error.detail.fields) throw error;
        problems[file.field] = `${file.fileName}: ${error.detail.message}`;
      });
    }
    if (Object.keys(problems).length > 0) throw new AppError('invalid_file', { fields: problems });
    return withData(data);
  },
});

/**
 * Reads the form. A file that is too large is refused with `invalid_file`; uploads of a request
 * answer 413 instead.
 */
async function readForm(received: UploadBody, options: MultipartOptions): Promise<Multipart> {
  try {
    return await received.form(options);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'payload_too_large') throw error;
    throw new AppError('invalid_file', error.detail);
  }
}
