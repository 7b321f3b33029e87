import { addDocument } from '#lib/domain/documents/add-document.ts';
import { documentReply, uploadFields } from '#lib/domain/documents/schema.ts';
import { readUploadForm } from '#lib/domain/documents/upload-form.ts';
import { metadataOf } from '#lib/domain/documents/view.ts';
import { consuming } from '#lib/domain/uploads/buffered-file.ts';
import { type Multipart, readMultipart } from '#lib/http/multipart.ts';
import { getEnv } from '#lib/platform/env.ts';
import { AppError } from '#lib/platform/errors.ts';
import { defineStream } from '#lib/platform/operation.ts';

export const postDocumentUpload = defineStream({
  method: 'POST',
  path: '/api/documents/upload',
  auth: 'member',
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
  summary: 'Upload a document; in a category that holds one it replaces',
  handler: async (ctx, _input, request) => {
    const typed = {};
    ctx.out.typed = typed;
    const {
      fields,
      files: { file },
    } = await readForm(request, typed);
    const asked = { hasFile: file !== undefined, role: ctx.role, now: ctx.now };
    if (!file) {
      readUploadForm(fields, asked);
      throw new AppError('invalid_file');
    }
    const document = await consuming(file, async () =>
      addDocument(ctx, readUploadForm(fields, asked), file),
    );
    return { success: true, data: metadataOf(document) } as const;
  },
});

/** Over the limit is a bad file here (decision 6), where the guarantee uploads say 413. */
async function readForm(request: Request, typed: Record<string, string>): Promise<Multipart> {
  try {
    return await readMultipart(request, {
      maxBytes: getEnv().maxUploadBytes,
      fields: Object.keys(uploadFields.shape),
      fileFields: ['file'],
      typed,
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'payload_too_large') throw error;
    throw new AppError('invalid_file', error.detail);
  }
}
