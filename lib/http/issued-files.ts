import { z } from 'zod';
import { asTeam } from '#lib/domain/issued/operations.ts';
import { linkToken, openLinked } from '#lib/domain/issued/own-operations.ts';
import type { IssuedDetail } from '#lib/domain/issued/reads.ts';
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
  handler: async (ctx, { params }, request) =>
    sendDocument(request, await openIssued(asTeam(ctx), params.id)),
});

export const getLinkedDocument = defineStream({
  method: 'GET',
  path: '/garantia/{token}/documento',
  auth: 'guest',
  limit: { name: 'guarantees/linked', points: 60, seconds: 600, per: 'address' },
  produces: fileTypes,
  params: linkToken,
  reply: z.never(),
  errors: ['not_found', 'share_expired', 'conflict'],
  alsoAnswers: fileAnswers,
  summary: 'The document of the guarantee that a link shows',
  handler: async (ctx, { params }, request) =>
    sendDocument(request, await openLinked(params.token, ctx.now)),
});

function sendDocument(request: Request, { document }: IssuedDetail): Promise<Response> {
  if (!document) throw new AppError('not_found');
  checkJudged(document);
  const file = { ...document, size: document.size ?? 0 };
  return fileReply(request, file, { disposition: 'attachment' });
}
