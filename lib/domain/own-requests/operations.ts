import { z } from 'zod';
import { guaranteeParts } from '#lib/domain/guarantees/view.ts';
import { shownLine } from '#lib/domain/own-requests/copy.ts';
import { listOwnRequests, type OwnRequest } from '#lib/domain/own-requests/reads.ts';
import { ownRequest, ownRequestsPage, submissionNumber } from '#lib/domain/own-requests/schema.ts';
import { closeLinks, mailLink } from '#lib/domain/own-requests/writes.ts';
import { getEnv } from '#lib/platform/env.ts';
import { defineOperation, goTo } from '#lib/platform/operation.ts';

export const getOwnRequests = defineOperation({
  method: 'GET',
  path: '/api/guarantees/mine',
  auth: 'member',
  limit: { name: 'guarantees/mine', points: 120, seconds: 600, per: 'account' },
  query: ownRequestsPage,
  reply: z.object({
    success: z.literal(true),
    data: z.object({ requests: z.array(ownRequest), before: z.int().nullable() }),
  }),
  summary: 'Requests sent with the own address, newest first, 20 a page',
  handler: async (ctx, { query }) => {
    const { requests, before } = await listOwnRequests(ctx, query);
    return { success: true, data: { requests: requests.map(viewOf), before } } as const;
  },
});

/** What only the panel offers: the links to an own request. */
const ofLinks = {
  method: 'POST',
  auth: 'member',
  limit: { name: 'guarantees/links', points: 60, seconds: 600, per: 'account' },
  params: z.object({ id: submissionNumber }),
  reply: goTo,
} as const;

export const postCloseLinks = defineOperation({
  ...ofLinks,
  path: '/panel/solicitudes/{id}/cerrar-enlaces',
  summary: 'End all links to an own request',
  handler: async (ctx, { params }) => {
    await closeLinks(ctx, params.id);
    return '?aviso=cerrados';
  },
});

export const postMailLink = defineOperation({
  ...ofLinks,
  path: '/panel/solicitudes/{id}/enviar-enlace',
  summary: 'Mail a new link to the receipt of an own request',
  handler: async (ctx, { params }) => {
    await mailLink(ctx, params.id);
    return '?aviso=enviado';
  },
});

function viewOf({
  answers,
  createdAt,
  events,
  ...request
}: OwnRequest): z.infer<typeof ownRequest> {
  return {
    ...request,
    createdAt: new Date(createdAt).toISOString(),
    guarantees: answers.garantias
      .map(guaranteeParts)
      .map(({ type, amount }) => `${type}, ${amount}`),
    receiptUrl: `${getEnv().appUrl}/panel/solicitudes/${request.submissionId}/comprobante`,
    events: events.map(({ at, event }) => ({
      at: new Date(at).toISOString(),
      ...shownLine(event),
    })),
  };
}
