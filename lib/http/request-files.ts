import { z } from 'zod';
import { addFiles, getOpenLead } from '#lib/domain/own-requests/add-files.ts';
import { getLinkedRequest } from '#lib/domain/own-requests/reads.ts';
import { papersBy } from '#lib/domain/papers/rules.ts';
import { paperField } from '#lib/domain/papers/schema.ts';
import type { PageKind } from '#lib/domain/papers/view.ts';
import { uploadKinds } from '#lib/domain/uploads/schema.ts';
import { attachFiles } from '#lib/http/attached-files.ts';
import { AppError } from '#lib/platform/errors.ts';
import { defineStream, goTo } from '#lib/platform/operation.ts';

/** Of a field, in one form: what a phone sends in one go. */
const MOST_AT_ONCE = 10;

export const postRequestFiles = filesOf(
  'receipt',
  '/comprobante',
  'Add files to the request that a link shows',
);
export const postLeadFiles = filesOf(
  'lead-receipt',
  '/recibido',
  'Send the papers that a message’s sender was asked for',
);

/** `envio`: the view of the page that they are sent from. */
function filesOf(kind: PageKind, place: `/${string}`, summary: string) {
  return defineStream({
    method: 'POST',
    path: `${place}/{token}/archivos`,
    auth: 'guest',
    limit: { name: 'requests/files', points: 60, seconds: 600, per: 'address' },
    accepts: 'multipart/form-data',
    params: z.object({ token: z.string().max(200) }),
    reply: goTo,
    summary,
    handler: async (ctx, { params: { token } }, request) => {
      const { papers, submissionId } = await getOpenLead(kind, token, ctx.now);
      const paperOf = new Map<string, number>(papers.map(({ id }) => [paperField(id), id]));
      const kinds = submissionId === null ? [] : uploadKinds;
      const { attached, fields, errors } = await attachFiles(ctx, request, {
        fields: ['envio'],
        each: MOST_AT_ONCE,
        slots: [...kinds, ...paperOf.keys()],
      });
      if (attached.length > 0) {
        const files = attached.map((file) => ({ ...file, paperId: paperOf.get(file.field) }));
        await addFiles(ctx, kind, token, { files, view: fields.envio });
      }
      if (attached.length === 0 && Object.keys(errors).length === 0) {
        const asked = papersBy(['missing'], papers, ctx.now).map(({ id }) => paperField(id));
        const { missing } =
          submissionId === null ? { missing: [] } : await getLinkedRequest(submissionId);
        const first = missing[0] ?? asked[0] ?? 'adicional';
        errors[first] = 'Elige un archivo antes de enviar.';
      }
      if (Object.keys(errors).length > 0) {
        throw new AppError('validation_failed', { fields: errors });
      }
      return '?aviso=documentos#documentos';
    },
  });
}
