import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { openUpload } from '#lib/domain/uploads/access.ts';
import { addUpload, storeUpload } from '#lib/domain/uploads/arrivals.ts';
import { uploadProxyFields } from '#lib/domain/uploads/schema.ts';
import { checkSignature, downloadUrlOf, uploadIdOfToken } from '#lib/domain/uploads/view.ts';
import { fileAnswers, fileReply, fileTypes } from '#lib/http/file-reply.ts';
import { readMultipart } from '#lib/http/multipart.ts';
import { bodyOf } from '#lib/http/raw-body.ts';
import { getEnv } from '#lib/platform/env.ts';
import { AppError } from '#lib/platform/errors.ts';
import { fieldErrors } from '#lib/platform/fields.ts';
import { defineStream } from '#lib/platform/operation.ts';
import { receiveFile, tooLarge } from '#lib/platform/storage/receive.ts';

export const putUpload = defineStream({
  method: 'PUT',
  path: '/api/guarantees/uploads/{id}',
  auth: 'guest',
  limit: { name: 'guarantees/uploads', points: 120, seconds: 600, per: 'address' },
  accepts: '*/*',
  params: z.object({ id: z.string().regex(/^[\w-]{22}$/) }),
  // Absent is as bad as wrong: both are 403, as a store answers them.
  query: z.object({ expires: z.string().default(''), signature: z.string().default('') }),
  reply: z.object({ success: z.literal(true) }),
  errors: ['forbidden', 'not_found', 'conflict', 'invalid_file', 'payload_too_large'],
  summary: 'The presignedUrl of local storage: the bytes of an announced attachment',
  handler: async (ctx, { params, query }, request) => {
    checkSignature(params.id, query.expires, query.signature, ctx.now);
    const maxBytes = getEnv().maxUploadBytes;
    if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
    const file = await receiveFile(bodyOf(request) ?? Readable.from([]), { maxBytes });
    await storeUpload(params.id, file);
    return { success: true } as const;
  },
});

export const postUploadProxy = defineStream({
  method: 'POST',
  path: '/api/guarantees/upload-proxy',
  auth: 'guest',
  limit: { name: 'guarantees/upload-proxy', points: 60, seconds: 600, per: 'address' },
  accepts: 'multipart/form-data',
  form: { fields: uploadProxyFields, file: 'file' },
  reply: z.object({ success: z.literal(true), downloadUrl: z.url() }),
  errors: ['validation_failed', 'invalid_file', 'payload_too_large', 'unsupported_media_type'],
  summary: 'Send an attachment as a form with `type` and `file`',
  handler: async (_ctx, _input, request) => {
    const maxBytes = getEnv().maxUploadBytes;
    const { fields, file } = await readMultipart(request, {
      maxBytes,
      fields: ['type'],
      fileField: 'file',
    });
    const parsed = uploadProxyFields.safeParse(fields);
    if (!parsed.success || !file) {
      if (file) await rm(file.path, { force: true });
      const fields = parsed.success ? {} : fieldErrors(parsed.error);
      if (!file) fields.file = 'Adjunta un archivo.';
      throw new AppError('validation_failed', { fields });
    }
    const id = await addUpload({ kind: parsed.data.type, fileName: file.fileName }, file);
    return { success: true, downloadUrl: downloadUrlOf(id) } as const;
  },
});

export const getUploadedFile = defineStream({
  method: 'GET',
  path: '/api/guarantees/files/{token}',
  auth: 'guest',
  limit: { name: 'guarantees/files', points: 300, seconds: 600, per: 'address' },
  produces: fileTypes,
  params: z.object({ token: z.string().max(200) }),
  reply: z.never(),
  errors: ['not_found'],
  alsoAnswers: {
    ...fileAnswers,
    302: 'The file lives in S3: `Location` is an address that works for 5 minutes.',
  },
  summary: 'Download an attachment',
  handler: async (_ctx, { params }, request) => {
    const id = uploadIdOfToken(params.token);
    if (!id) throw new AppError('not_found');
    const file = await openUpload(id);
    if ('redirect' in file) {
      const headers = {
        Location: file.redirect,
        'Referrer-Policy': 'no-referrer',
        'Cache-Control': 'private, no-store',
      };
      return new Response(null, { status: 302, headers });
    }
    return fileReply(request, file, { disposition: 'attachment' });
  },
});
