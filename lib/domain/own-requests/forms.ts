import { z } from 'zod';
import { submissionNumber } from '#lib/domain/own-requests/schema.ts';
import { closeLinks, mailLink } from '#lib/domain/own-requests/writes.ts';
import { defineOperation } from '#lib/platform/operation.ts';

const shared = {
  method: 'POST',
  auth: 'member',
  limit: { name: 'guarantees/links', points: 60, seconds: 600, per: 'account' },
  params: z.object({ id: submissionNumber }),
  reply: z.object({ location: z.string() }),
} as const;

export const closeLinksForm = defineOperation({
  ...shared,
  path: '/panel/solicitudes/{id}/cerrar-enlaces',
  summary: 'End all links to an own request',
  handler: async (ctx, { params: { id } }) => {
    await closeLinks(ctx, id);
    return { location: `/panel/solicitudes/${id}?aviso=cerrados` };
  },
});

export const mailLinkForm = defineOperation({
  ...shared,
  path: '/panel/solicitudes/{id}/enviar-enlace',
  summary: 'Mail a new link to the receipt of an own request',
  handler: async (ctx, { params: { id } }) => {
    await mailLink(ctx, id);
    return { location: `/panel/solicitudes/${id}?aviso=enviado` };
  },
});
