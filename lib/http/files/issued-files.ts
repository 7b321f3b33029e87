import { z } from 'zod';
import { listDesk } from '#lib/domain/issued/admin-list.ts';
import { issuedRefusal } from '#lib/domain/issued/copy.ts';
import { issuedColumns, issuedFilter } from '#lib/domain/issued/list.ts';
import { asTeam, read } from '#lib/domain/issued/operations.ts';
import type { IssuedDetail } from '#lib/domain/issued/reads.ts';
import { issuedId } from '#lib/domain/issued/schema.ts';
import { createDeliverySheet, deliverySheetName } from '#lib/domain/issued/sheet.ts';
import { openIssued, openLinked } from '#lib/domain/issued/writes/open-issued.ts';
import { storeDocument } from '#lib/domain/issued/writes/store-document.ts';
import { checkJudged } from '#lib/domain/uploads/access.ts';
import { consuming } from '#lib/domain/uploads/check-file.ts';
import { readMultipart } from '#lib/http/api/multipart.ts';
import { fileAnswers, fileReply, fileTypes } from '#lib/http/files/file-reply.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { csvReply } from '#lib/platform/files/csv.ts';
import { pdfResponse } from '#lib/platform/files/pdf.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { tokenParams } from '#lib/platform/operations/fields.ts';
import { defineStream } from '#lib/platform/operations/operation.ts';
import { dataReply, withData } from '#lib/platform/operations/replies.ts';

export const postIssuedDocument = defineStream({
  method: 'POST',
  path: '/api/admin/guarantees/document',
  auth: 'admin',
  limit: { name: 'guarantees/issued-document', points: 60, seconds: 600, per: 'account' },
  accepts: 'multipart/form-data',
  form: { fields: z.object({}), file: 'file' },
  reply: dataReply(z.object({ documentId: z.string() })),
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
    const [file] = files;
    if (!file) throw new AppError('validation_failed', { fields: { file: 'Adjunta un archivo.' } });
    const documentId = await consuming(file, () => storeDocument(ctx, file));
    return withData({ documentId });
  },
});

/** Its owner and the team ask by its id, others by its link. */
const byId = { method: 'GET', auth: 'member', limit: read, params: issuedId } as const;
const byLink = {
  method: 'GET',
  auth: 'guest',
  limit: { name: 'guarantees/linked', points: 60, seconds: 600, per: 'address' },
  params: tokenParams,
} as const;
const paper = { produces: fileTypes, reply: z.never(), alsoAnswers: fileAnswers };
const pdf = { produces: 'application/pdf', reply: z.never() };

export const getIssuedDocument = defineStream({
  ...byId,
  ...paper,
  path: '/api/guarantees/issued/{id}/document',
  errors: ['not_found', 'conflict'],
  summary: 'The document of a guarantee',
  handler: async (ctx, { params }, request) =>
    sendDocument(request, await openIssued(asTeam(ctx), params.id)),
});

export const getLinkedDocument = defineStream({
  ...byLink,
  ...paper,
  path: '/garantia/{token}/documento',
  errors: ['not_found', 'share_expired', 'conflict'],
  summary: 'The document of the guarantee that a link shows',
  handler: async (ctx, { params }, request) =>
    sendDocument(request, await openLinked(params.token, ctx.now)),
});

export const getIssuedSheet = defineStream({
  ...byId,
  ...pdf,
  path: '/api/guarantees/issued/{id}/sheet',
  errors: ['not_found', 'conflict'],
  summary: 'The delivery sheet of a guarantee, as PDF',
  handler: async (ctx, { params }) => sheetOf(await openIssued(asTeam(ctx), params.id)),
});

export const getLinkedSheet = defineStream({
  ...byLink,
  ...pdf,
  path: '/garantia/{token}/hoja',
  errors: ['not_found', 'conflict', 'share_expired'],
  summary: 'The same, by the link of its mail',
  handler: async (ctx, { params }) => sheetOf(await openLinked(params.token, ctx.now)),
});

export const getOwnCsv = defineStream({
  method: 'GET',
  path: '/panel/garantias/csv',
  auth: 'member',
  limit: { name: 'guarantees/export', points: 20, seconds: 600, per: 'account' },
  query: issuedFilter,
  produces: 'text/csv',
  reply: z.never(),
  summary: 'Own guarantees as CSV for Excel: semicolons, UTF-8 with a mark',
  handler: async ({ email, now }, { query }) =>
    csvReply({
      ...{ name: 'garantias', columns: issuedColumns('company'), now },
      read: (before?: string) => listDesk({ ...query, of: email, before, now, limit: 500 }),
    }),
});

function sendDocument(request: Request, { document }: IssuedDetail): Promise<Response> {
  if (!document) throw new AppError('not_found');
  checkJudged(document);
  const file = { ...document, size: document.size ?? 0 };
  return fileReply(request, file, { disposition: 'attachment' });
}

async function sheetOf(record: IssuedDetail): Promise<Response> {
  if (record.said === 'anulada') {
    throw new AppError('conflict', { message: issuedRefusal.mistake });
  }
  return pdfResponse(await createDeliverySheet(record), deliverySheetName(record.number));
}
