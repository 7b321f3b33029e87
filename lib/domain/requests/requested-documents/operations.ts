import { requestedForm } from '#lib/domain/requests/requested-documents/schema.ts';
import {
  requestDocuments,
  revokeRequested,
} from '#lib/domain/requests/requested-documents/writes.ts';
import { leadId } from '#lib/domain/requests/team/schema.ts';
import { defineOperation, redirectAddress } from '#lib/platform/operations/operation.ts';

export const postRequested = defineOperation({
  method: 'POST',
  path: '/admin/leads/{id}/documentos',
  auth: 'admin',
  limit: { name: 'admin/papers', points: 60, seconds: 600, per: 'account' },
  params: leadId,
  body: requestedForm,
  reply: redirectAddress,
  summary: 'Ask the person for papers by mail, give more time, or ask no longer',
  handler: async (ctx, { params, body }) => {
    const { id } = params;
    await (body.revoke
      ? revokeRequested(ctx, id, body.lastEvent)
      : requestDocuments(ctx, id, body));
    return `?aviso=${body.revoke ? 'retirados' : 'pedidos'}#documentos`;
  },
});
