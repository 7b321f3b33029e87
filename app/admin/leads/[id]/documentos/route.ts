import { requestDocumentsForm } from '#lib/domain/requests/requested-documents/schema.ts';
import {
  requestDocuments,
  revokeRequestedDocuments,
} from '#lib/domain/requests/requested-documents/writes/request-documents.ts';
import { leadParams } from '#lib/domain/requests/team/schema.ts';
import { form } from '#lib/http/forms/form-route.ts';

/**
 * Requests documents from the applicant by mail, moves the last day to send them, or withdraws the
 * request for them.
 */
export const { GET, POST } = form({
  auth: 'admin',
  limit: { name: 'admin/papers', points: 60, seconds: 600, per: 'account' },
  params: leadParams,
  body: requestDocumentsForm,
  keep: ['doc-*'],
  handler: async (ctx, { params: { id }, body }) => {
    await (body.revoke
      ? revokeRequestedDocuments(ctx, id, body.lastEvent)
      : requestDocuments(ctx, id, body));
    return `?aviso=${body.revoke ? 'retirados' : 'pedidos'}#documentos`;
  },
});
