import { papersForm } from '#lib/domain/requests/requested-documents/schema.ts';
import { askPapers, revokePapers } from '#lib/domain/requests/requested-documents/writes.ts';
import { leadId } from '#lib/domain/requests/team/schema.ts';
import { defineOperation, goTo } from '#lib/platform/operations/operation.ts';

export const postPapers = defineOperation({
  method: 'POST',
  path: '/admin/leads/{id}/documentos',
  auth: 'admin',
  limit: { name: 'admin/papers', points: 60, seconds: 600, per: 'account' },
  params: leadId,
  body: papersForm,
  reply: goTo,
  summary: 'Ask the person for papers by mail, give more time, or ask no longer',
  handler: async (ctx, { params, body }) => {
    const { id } = params;
    await (body.revoke ? revokePapers(ctx, id, body.lastEvent) : askPapers(ctx, id, body));
    return `?aviso=${body.revoke ? 'retirados' : 'pedidos'}#documentos`;
  },
});
