import { z } from 'zod';
import { getPerson } from '#lib/domain/accounts/reads.ts';
import { beginWith, draftLimit } from '#lib/domain/drafts/operations.ts';
import { answersLike } from '#lib/domain/drafts/rules.ts';
import { answersForAward } from '#lib/domain/drafts/tender.ts';
import { findLink } from '#lib/domain/links/reads.ts';
import { isEnded } from '#lib/domain/links/rules.ts';
import { linkPath } from '#lib/domain/links/view.ts';
import {
  getLinkedRequest,
  getOwnRequest,
  listOwnRequests,
  type OwnRequest,
} from '#lib/domain/requests/applicant/reads.ts';
import {
  messageForm,
  ownRequest,
  ownRequestsPage,
  submissionNumber,
} from '#lib/domain/requests/applicant/schema.ts';
import { closeLinks, mailLink, sendMessage } from '#lib/domain/requests/applicant/writes.ts';
import { shownLine } from '#lib/domain/requests/leads/copy.ts';
import { acceptBody } from '#lib/domain/requests/offers/schema.ts';
import { acceptConditions } from '#lib/domain/requests/offers/writes.ts';
import { getGuaranteeRequest } from '#lib/domain/requests/submissions/reads.ts';
import { guaranteeParts } from '#lib/domain/requests/submissions/view.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { tokenParams } from '#lib/platform/operations/fields.ts';
import {
  defineOperation,
  type MemberCtx,
  type RequestCtx,
  redirectAddress,
} from '#lib/platform/operations/operation.ts';
import { dataReply, withData } from '#lib/platform/operations/replies.ts';
import { DAY, SECOND } from '#lib/platform/process/durations.ts';

export const getOwnRequests = defineOperation({
  method: 'GET',
  path: '/api/guarantees/mine',
  auth: 'member',
  limit: { name: 'guarantees/mine', points: 120, seconds: 600, per: 'account' },
  query: ownRequestsPage,
  reply: dataReply(z.object({ requests: z.array(ownRequest), before: z.int().nullable() })),
  summary: 'Requests sent with the own address, newest first, 20 a page',
  handler: async (ctx, { query }) => {
    const { requests, before } = await listOwnRequests(ctx, query);
    return withData({ requests: requests.map(viewOf), before });
  },
});

const ofOwn = {
  method: 'POST',
  auth: 'member',
  params: z.object({ id: submissionNumber }),
  reply: redirectAddress,
} as const;

const ofLinks = {
  ...ofOwn,
  limit: { name: 'guarantees/links', points: 60, seconds: 600, per: 'account' },
} as const;

const byLink = {
  method: 'POST',
  auth: 'guest',
  params: tokenParams,
  reply: redirectAddress,
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

/** `para` is set to request the performance bond of an awarded tender. */
const another = z.object({ para: z.enum(['cumplimiento']).optional() });

export const postAnother = defineOperation({
  ...ofLinks,
  path: '/panel/solicitudes/{id}/otra',
  body: another,
  summary: 'Begin a draft with contact and company of an own request',
  handler: async (ctx, { params: { id }, body }) => {
    const { answers } = await getOwnRequest(ctx, id);
    return beginAnother(ctx, id, {
      answers: { ...answers, ...(await contactOf(ctx, answers)) },
      ...body,
    });
  },
});

/** Returns the account's address, and name and phone too if a colleague sent the first request. */
async function contactOf(ctx: MemberCtx, { email }: { email: string }) {
  if (email === ctx.email || !ctx.companyId) return { email: ctx.email };
  const { name, telefono } = await getPerson(ctx.accountId);
  return {
    email: ctx.email,
    nombreSolicitante: name ?? '',
    telefonoSolicitante: telefono ?? '',
  };
}

/** Needs no session: the link already shows the answers that the draft copies. */
export const postLinkedAnother = defineOperation({
  ...byLink,
  path: '/comprobante/{token}/otra',
  limit: draftLimit,
  body: another,
  summary: 'Begin a draft with contact and company of the request that a link shows',
  handler: async (ctx, { params: { token }, body }) => {
    const link = await findLink('receipt', token);
    if (!link) throw new AppError('invalid_token');
    // The page of an ended link offers to mail a new one to the address of the request.
    if (isEnded(link, ctx.now)) return linkPath('receipt', link.id);
    const { id, answers } = await getLinkedRequest(Number(link.subject));
    return beginAnother(ctx, id, { answers, ...body });
  },
});

async function beginAnother(
  ctx: RequestCtx,
  request: number,
  { answers, para }: z.output<typeof another> & { answers: object },
) {
  const check = (tx: Tx) => getGuaranteeRequest(request, tx);
  const begun = para ? await answersForAward(request, answers) : answersLike(request, answers);
  return beginWith(ctx, begun, check);
}

export const postAcceptLinked = defineOperation({
  ...byLink,
  path: '/comprobante/{token}/condiciones',
  limit: { name: 'conditions', points: 20, seconds: 600, per: 'address' },
  body: acceptBody,
  keeps: ['acceptedRequest'],
  summary: 'Accept the conditions of the request that a link shows',
  handler: async (ctx, { params: { token }, body }) => {
    await acceptConditions(ctx, { kind: 'receipt', token }, body.version);
    ctx.browser.set('acceptedRequest', token, { seconds: DAY / SECOND, path: '/pagar' });
    return '#estado';
  },
});

export const postAcceptOwn = defineOperation({
  ...ofOwn,
  path: '/panel/solicitudes/{id}/condiciones',
  limit: { name: 'conditions/own', points: 20, seconds: 600, per: 'account' },
  body: acceptBody,
  summary: 'Accept the conditions of an own request',
  handler: async (ctx, { params: { id }, body }) => {
    await acceptConditions(ctx, { kind: 'own', member: ctx, id }, body.version);
    return '#estado';
  },
});

const SENT = '?aviso=mensaje#mensaje' as const;

export const postLinkedMessage = defineOperation({
  ...byLink,
  path: '/comprobante/{token}/mensaje',
  limit: { name: 'requests/messages', points: 10, seconds: 600, per: 'address' },
  body: messageForm,
  summary: 'Write to the team about the request of a link',
  handler: async (ctx, { params: { token }, body: { mensaje: text, envio: view } }) => {
    await sendMessage(ctx, { kind: 'receipt', token }, { text, view });
    return SENT;
  },
});

export const postOwnMessage = defineOperation({
  ...ofOwn,
  path: '/panel/solicitudes/{id}/mensaje',
  limit: { name: 'requests/own-messages', points: 10, seconds: 600, per: 'account' },
  body: messageForm,
  summary: 'Write to the team about an own request',
  handler: async (ctx, { params: { id }, body: { mensaje: text, envio: view } }) => {
    await sendMessage(ctx, { kind: 'own', member: ctx, id }, { text, view });
    return SENT;
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
