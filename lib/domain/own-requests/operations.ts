import { z } from 'zod';
import { guaranteeParts } from '#lib/domain/guarantees/view.ts';
import { shownLine } from '#lib/domain/own-requests/copy.ts';
import { listOwnRequests, type OwnRequest } from '#lib/domain/own-requests/reads.ts';
import { ownRequest, ownRequestsPage } from '#lib/domain/own-requests/schema.ts';
import { getEnv } from '#lib/platform/env.ts';
import { defineOperation } from '#lib/platform/operation.ts';

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
      title: shownLine(event),
    })),
  };
}
