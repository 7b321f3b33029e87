import { z } from 'zod';
import { addFiles, getOpenRequest } from '#lib/domain/own-requests/add-files.ts';
import { getLinkedRequest } from '#lib/domain/own-requests/reads.ts';
import { attachFiles } from '#lib/http/attached-files.ts';
import { AppError } from '#lib/platform/errors.ts';
import { defineStream, goTo } from '#lib/platform/operation.ts';

/** Of a kind, in one form: what a phone sends in one go. */
const MOST_AT_ONCE = 10;

/** `envio`: the view of the page that they are sent from. */
export const postRequestFiles = defineStream({
  method: 'POST',
  path: '/comprobante/{token}/archivos',
  auth: 'guest',
  limit: { name: 'requests/files', points: 60, seconds: 600, per: 'address' },
  accepts: 'multipart/form-data',
  params: z.object({ token: z.string().max(200) }),
  reply: goTo,
  summary: 'Add files to the request that a link shows',
  handler: async (ctx, { params: { token } }, request) => {
    const { submissionId } = await getOpenRequest(token, ctx.now);
    const { attached, fields, errors } = await attachFiles(ctx, request, {
      fields: ['envio'],
      each: MOST_AT_ONCE,
    });
    if (attached.length > 0) await addFiles(ctx, token, { files: attached, view: fields.envio });
    const isEmpty = attached.length === 0 && Object.keys(errors).length === 0;
    if (isEmpty) {
      const { missing } = await getLinkedRequest(submissionId);
      errors[missing[0] ?? 'adicional'] = 'Elige un archivo antes de enviar.';
    }
    if (Object.keys(errors).length > 0) throw new AppError('validation_failed', { fields: errors });
    return '?aviso=documentos#documentos';
  },
});
