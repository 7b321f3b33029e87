import { z } from 'zod';
import { listOwnRequests, type OwnRequest } from '#lib/domain/requests/applicant/reads.ts';
import { ownRequestReply, ownRequestsQuery } from '#lib/domain/requests/applicant/schema.ts';
import { shownLine } from '#lib/domain/requests/leads/copy.ts';
import { asSent, guaranteeTexts } from '#lib/domain/requests/submissions/view.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { defineOperation } from '#lib/platform/operations/operation.ts';
import { dataReply, nextBeforeField, withData } from '#lib/platform/operations/replies.ts';

const requestsReply = z.array(ownRequestReply).describe('Guarantee requests, newest first.');

export const getOwnRequests = defineOperation({
  method: 'GET',
  path: '/api/guarantees/mine',
  auth: 'signedIn',
  limit: { name: 'guarantees/mine', points: 120, seconds: 600, per: 'account' },
  query: ownRequestsQuery,
  reply: dataReply(z.object({ requests: requestsReply, before: nextBeforeField })),
  summary: 'List own requests, newest first, 20 a page',
  handler: async (ctx, { query }) => {
    const { requests, before } = await listOwnRequests(ctx, query);
    return withData({ requests: requests.map(ownRequestView), before });
  },
});

function ownRequestView({
  answers,
  createdAt,
  events,
  ...request
}: OwnRequest): z.infer<typeof ownRequestReply> {
  return {
    ...request,
    createdAt: new Date(createdAt).toISOString(),
    guarantees: answers.garantias
      .map((guarantee) => guaranteeTexts(asSent(guarantee)))
      .map(({ type, amount }) => `${type}, ${amount}`),
    receiptUrl: `${getEnv().appUrl}/panel/solicitudes/${request.submissionId}/comprobante`,
    events: events.map(({ at, event }) => ({
      at: new Date(at).toISOString(),
      ...shownLine(event),
    })),
  };
}
