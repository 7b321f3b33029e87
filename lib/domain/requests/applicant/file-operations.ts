import { z } from 'zod';
import { attachFiles } from '#lib/domain/documents/attached-files.ts';
import type { RequestAccess } from '#lib/domain/links/entries.ts';
import {
  getLinkedRequest,
  getOpenLead,
  getOwnRequest,
} from '#lib/domain/requests/applicant/reads.ts';
import { submissionNumber } from '#lib/domain/requests/applicant/schema.ts';
import { addFiles, withdrawFile } from '#lib/domain/requests/applicant/writes.ts';
import { requestedBy } from '#lib/domain/requests/requested-documents/rules.ts';
import { requestedField } from '#lib/domain/requests/requested-documents/schema.ts';
import { uploadOf } from '#lib/domain/requests/submissions/view.ts';
import { getKeptUpload } from '#lib/domain/uploads/open-upload.ts';
import { requestFile, uploadKinds } from '#lib/domain/uploads/schema.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { tokenParams } from '#lib/platform/operations/fields.ts';
import { fileAnswers, fileTypes, type Received } from '#lib/platform/operations/files.ts';
import {
  defineFile,
  defineOperation,
  defineUpload,
  type RequestCtx,
  redirectAddress,
} from '#lib/platform/operations/operation.ts';

/** Maximum number of files per field of one form. */
const MOST_AT_ONCE = 10;

const files = {
  accepts: 'multipart/form-data',
  reply: redirectAddress,
} as const;

const byLink = {
  auth: 'guest',
  limit: { name: 'requests/files', points: 60, seconds: 600, per: 'address' },
  params: tokenParams,
} as const;

export const postRequestFiles = defineUpload({
  ...byLink,
  ...files,
  path: '/comprobante/{token}/archivos',
  summary: 'Add files to the request that a link shows',
  handler: (ctx, { params: { token } }, received) =>
    take(ctx, { kind: 'receipt', token }, received),
});

export const postLeadFiles = defineUpload({
  ...byLink,
  ...files,
  path: '/recibido/{token}/archivos',
  summary: 'Send the papers that a message’s sender was asked for',
  handler: (ctx, { params: { token } }, received) =>
    take(ctx, { kind: 'lead-receipt', token }, received),
});

export const postOwnFiles = defineUpload({
  ...files,
  path: '/panel/solicitudes/{id}/archivos',
  auth: 'member',
  limit: { name: 'requests/own-files', points: 60, seconds: 600, per: 'account' },
  params: z.object({ id: submissionNumber }),
  summary: 'Add files to an own request',
  handler: (ctx, { params: { id } }, received) =>
    take(ctx, { kind: 'own', member: ctx, id }, received),
});

export const getOwnFile = defineFile({
  path: '/panel/solicitudes/{id}/archivos/{file}',
  auth: 'member',
  limit: { name: 'requests/own-file', points: 300, seconds: 600, per: 'account' },
  produces: fileTypes,
  params: z.object({ id: submissionNumber, file: requestFile }),
  errors: ['not_found', 'conflict'],
  alsoAnswers: fileAnswers,
  summary: 'A file of an own request',
  handler: async (ctx, { params: { id, file } }) => {
    const { size, ...upload } = await getKeptUpload(uploadOf(await getOwnRequest(ctx, id), file));
    return { file: { ...upload, size: size ?? 0 }, disposition: 'inline' };
  },
});

export const postWithdrawFile = defineOperation({
  method: 'POST',
  auth: 'member',
  limit: postOwnFiles.limit,
  path: '/panel/solicitudes/{id}/archivos/quitar',
  params: z.object({ id: submissionNumber }),
  body: z.object({ archivo: requestFile }),
  reply: redirectAddress,
  errors: ['not_found', 'conflict'],
  summary: 'Take back a file that was added to an own request',
  handler: async (ctx, { params, body }) => {
    await withdrawFile(ctx, params.id, body.archivo);
    return '?aviso=quitado#documentos' as const;
  },
});

/** `envio` is an id of the page view, so that sending a form twice adds its files once. */
async function take(ctx: RequestCtx, entry: RequestAccess, received: Received) {
  const { papers, submissionId } = await getOpenLead(entry, ctx.now);
  const requestedByField = new Map<string, number>(
    papers.map(({ id }) => [requestedField(id), id]),
  );
  const kinds = submissionId === null ? [] : uploadKinds;
  const { attached, fields, errors } = await attachFiles(ctx, received, {
    fields: ['envio'],
    each: MOST_AT_ONCE,
    slots: [...kinds, ...requestedByField.keys()],
  });
  if (attached.length > 0) {
    const files = attached.map((file) => ({ ...file, paperId: requestedByField.get(file.field) }));
    await addFiles(ctx, entry, { files, view: fields.envio });
  }
  if (attached.length === 0 && Object.keys(errors).length === 0) {
    const missingFields = requestedBy(['missing'], papers, ctx.now).map(({ id }) =>
      requestedField(id),
    );
    const { missing } =
      submissionId === null ? { missing: [] } : await getLinkedRequest(submissionId);
    const first = missingFields[0] ?? missing[0] ?? 'adicional';
    errors[first] = 'Elige un archivo antes de enviar.';
  }
  if (Object.keys(errors).length > 0) {
    throw new AppError('validation_failed', { fields: errors });
  }
  return '?aviso=documentos#documentos' as const;
}
