import { z } from 'zod';
import { asTeam } from '#lib/domain/issued/operations.ts';
import { issuedId } from '#lib/domain/issued/schema.ts';
import { openIssued } from '#lib/domain/issued/writes/open-issued.ts';
import { storeDocument } from '#lib/domain/issued/writes/store-document.ts';
import { checkJudged } from '#lib/domain/uploads/access.ts';
import { consuming } from '#lib/domain/uploads/buffered-file.ts';
import { fileAnswers, fileReply, fileTypes } from '#lib/http/file-reply.ts';
import { readMultipart } from '#lib/http/multipart.ts';
import { getEnv } from '#lib/platform/env.ts';
import { AppError } from '#lib/platform/errors.ts';
import { defineStream } from '#lib/platform/operation.ts';

export const postIssuedDocument = defineStream({
  method: 'POST',
  path: '/api/admin/guarantees/document',
  auth: 'admin',
  limit: { name: 'guarantees/issued-document', points: 60, seconds: 600, per: 'account' },
  accepts: 'multipart/form-data',
  form: { fields: z.object({}), file: 'file' },
  reply: z.object({ success: z.literal(true), data: z.object({ documentId: z.string() }) }),
  errors: [
    'validation_failed',
    'invalid_file',
    'payload_too_large',
    'unsupported_media_type',
    'unavailable',
  ],
  summary: 'Upload the document of a guarantee to record',
  handler: async (ctx, _input, request) => {
    const { maxUploadBytes: maxBytes } = getEnv();
    const { files } = await readMultipart(request, { maxBytes, fields: [], fileFields: ['file'] });
    const { file } = files;
    if (!file) throw new AppError('validation_failed', { fields: { file: 'Adjunta un archivo.' } });
    const documentId = await consuming(file, () => storeDocument(ctx, file));
    return { success: true, data: { documentId } } as const;
  },
});

export const getIssuedDocument = defineStream({
  method: 'GET',
  path: '/api/guarantees/issued/{id}/document',
  auth: 'member',
  limit: { name: 'guarantees/issued', points: 240, seconds: 600, per: 'account' },
  produces: fileTypes,
  params: issuedId,
  reply: z.never(),
  errors: ['not_found', 'conflict'],
  alsoAnswers: fileAnswers,
  summary: 'The document of a guarantee',
  handler: async (ctx, { params }, request) => {
    const { document } = await openIssued(asTeam(ctx), params.id);
    if (!document) throw new AppError('not_found');
    checkJudged(document);
    const file = { ...document, size: document.size ?? 0 };
    return fileReply(request, file, { disposition: 'attachment' });
  },
});
