import { z } from 'zod';
import { issuedColumns, issuedFilterQuery } from '#lib/domain/issued-guarantees/columns.ts';
import { issuedRefusals } from '#lib/domain/issued-guarantees/copy.ts';
import {
  createDeliverySheet,
  deliverySheetName,
} from '#lib/domain/issued-guarantees/hand-over-sheet.ts';
import { guaranteeReadLimit } from '#lib/domain/issued-guarantees/operations.ts';
import { listGuaranteePage } from '#lib/domain/issued-guarantees/reads/admin-list.ts';
import type { IssuedDetail } from '#lib/domain/issued-guarantees/reads/guarantees.ts';
import { openLinkedGuarantee } from '#lib/domain/issued-guarantees/reads/linked.ts';
import { issuedParams } from '#lib/domain/issued-guarantees/schema.ts';
import { documentName } from '#lib/domain/issued-guarantees/view.ts';
import { openIssuedGuarantee } from '#lib/domain/issued-guarantees/writes/open-guarantee.ts';
import { storeDocument } from '#lib/domain/issued-guarantees/writes/store-document.ts';
import { deletingAfter } from '#lib/domain/uploads/check-file.ts';
import { requireScanned } from '#lib/domain/uploads/reads.ts';
import { csvFile } from '#lib/platform/files/csv.ts';
import { pdfFile } from '#lib/platform/files/pdf.ts';
import { AppError, conflict } from '#lib/platform/operations/errors.ts';
import { tokenParams } from '#lib/platform/operations/fields.ts';
import {
  type FileReply,
  fileStatuses,
  fileTypes,
  uploadErrors,
} from '#lib/platform/operations/files.ts';
import { defineFile, defineUpload } from '#lib/platform/operations/operation.ts';
import { dataReply, withData } from '#lib/platform/operations/replies.ts';

export const postIssuedDocument = defineUpload({
  path: '/api/admin/guarantees/document',
  auth: 'admin',
  limit: { name: 'guarantees/issued-document', points: 60, seconds: 600, per: 'account' },
  accepts: 'multipart/form-data',
  form: { fields: z.object({}), file: 'file' },
  reply: dataReply(z.object({ documentId: z.string().describe('Id of the uploaded document.') })),
  errors: ['validation_failed', 'unsupported_media_type', ...uploadErrors],
  summary: 'Upload the document of a guarantee to record',
  handler: async (ctx, _input, received) => {
    const { files } = await received.form({ fields: [], fileFields: ['file'] });
    const [file] = files;
    if (!file) throw new AppError('validation_failed', { fields: { file: 'Adjunta un archivo.' } });
    const documentId = await deletingAfter(file, () => storeDocument(ctx, file));
    return withData({ documentId });
  },
});

/** The owner and the team open a record by its id, everybody else by its link. */
const byId = {
  auth: ['signedIn', 'admin'],
  limit: guaranteeReadLimit,
  params: issuedParams,
} as const;
const byLink = {
  auth: 'guest',
  limit: { name: 'guarantees/linked', points: 60, seconds: 600, per: 'ip' },
  params: tokenParams,
} as const;
const download = { produces: fileTypes, alsoAnswers: fileStatuses };
const pdf = { produces: 'application/pdf' };

export const getIssuedDocument = defineFile({
  ...byId,
  ...download,
  path: '/api/guarantees/issued/{id}/document',
  errors: ['not_found', 'conflict'],
  summary: 'Download the document of a guarantee',
  handler: async (ctx, { params }) => documentFileReply(await openIssuedGuarantee(ctx, params.id)),
});

export const getLinkedDocument = defineFile({
  ...byLink,
  ...download,
  path: '/garantia/{token}/documento',
  errors: ['not_found', 'share_expired', 'conflict'],
  summary: 'Download the document of the guarantee that a link shows',
  handler: async (ctx, { params }) =>
    documentFileReply(await openLinkedGuarantee(params.token, ctx.now)),
});

export const getIssuedSheet = defineFile({
  ...byId,
  ...pdf,
  path: '/api/guarantees/issued/{id}/sheet',
  errors: ['not_found', 'conflict'],
  summary: 'Download the hand-over sheet of a guarantee as PDF',
  handler: async (ctx, { params }) => createSheetReply(await openIssuedGuarantee(ctx, params.id)),
});

export const getLinkedSheet = defineFile({
  ...byLink,
  ...pdf,
  path: '/garantia/{token}/hoja',
  errors: ['not_found', 'conflict', 'share_expired'],
  summary: 'Download the hand-over sheet by the link of its mail',
  handler: async (ctx, { params }) =>
    createSheetReply(await openLinkedGuarantee(params.token, ctx.now)),
});

export const getOwnCsv = defineFile({
  path: '/panel/garantias/csv',
  auth: 'signedIn',
  limit: { name: 'guarantees/export', points: 20, seconds: 600, per: 'account' },
  query: issuedFilterQuery,
  produces: 'text/csv',
  summary: 'Export own guarantees as CSV for Excel; it is UTF-8 with semicolons and a BOM',
  handler: async ({ owner, now }, { query }) =>
    csvFile({
      ...{ name: 'garantias', columns: issuedColumns('company'), now },
      read: (before?: string) => listGuaranteePage({ ...query, owner, before, now, limit: 500 }),
    }),
});

function documentFileReply({ document, type, number }: IssuedDetail): FileReply {
  if (!document) throw new AppError('not_found');
  requireScanned(document);
  const fileName = documentName({ type, number }, document.fileName);
  const file = { ...document, fileName, size: document.size ?? 0 };
  return { file, disposition: 'attachment' };
}

async function createSheetReply(record: IssuedDetail): Promise<FileReply> {
  if (record.reported === 'anulada') {
    throw conflict(issuedRefusals.mistake);
  }
  return pdfFile(await createDeliverySheet(record), deliverySheetName(record.number));
}
