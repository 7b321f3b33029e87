import { z } from 'zod';
import { listLeads } from '#lib/domain/requests/team/reads/list-leads.ts';
import {
  assignBody,
  deliveryParams,
  handledBody,
  inboxPageQuery,
  leadDetailReply,
  leadParams,
  leadRowReply,
  noteBody,
  optionalNoteBody,
  replyBody,
  stateBody,
} from '#lib/domain/requests/team/schema.ts';
import { leadDetailView, leadRowView } from '#lib/domain/requests/team/view.ts';
import {
  addNote,
  assignLead,
  changeState,
  setHandled,
} from '#lib/domain/requests/team/writes/change-lead.ts';
import { openLead } from '#lib/domain/requests/team/writes/open-lead.ts';
import {
  resendDelivery,
  retryDeadDeliveriesAsAdmin,
} from '#lib/domain/requests/team/writes/retry-deliveries.ts';
import { sendReply } from '#lib/domain/requests/team/writes/send-reply.ts';
import { idempotencyHeader, optional, singleLineText } from '#lib/platform/operations/fields.ts';
import { defineOperation } from '#lib/platform/operations/operation.ts';
import {
  dataReply,
  messageField,
  messageReply,
  nextBeforeField,
  withData,
  withMessage,
} from '#lib/platform/operations/replies.ts';
import { log } from '#lib/platform/process/log.ts';
import { randomId } from '#lib/platform/security/ids.ts';

export const readLimit = {
  name: 'admin/reads',
  points: 600,
  seconds: 600,
  per: 'account',
} as const;
export const actionLimit = {
  name: 'admin/actions',
  points: 300,
  seconds: 600,
  per: 'account',
} as const;
/** Fields that all operations on one lead share. */
const leadOperation = {
  method: 'POST',
  auth: 'admin',
  limit: actionLimit,
  params: leadParams,
  reply: messageReply,
} as const;

export const getLeads = defineOperation({
  method: 'GET',
  path: '/api/admin/leads',
  auth: 'admin',
  limit: readLimit,
  query: inboxPageQuery,
  reply: dataReply(
    z.object({
      leads: z.array(leadRowReply).describe('Who wrote, newest first.'),
      before: nextBeforeField,
      lookedAt: z.int().optional().describe('Matches looked at before a search stopped early.'),
    }),
  ),
  summary: 'List who wrote, newest first, 25 a page',
  handler: async ({ accountId: me }, { query }) => {
    const { before, ...filter } = query;
    const { leads, examinedCount: lookedAt, ...page } = await listLeads(filter, { me, before });
    return withData({ ...page, lookedAt, leads: leads.map(leadRowView) });
  },
});

export const getLeadById = defineOperation({
  method: 'GET',
  path: '/api/admin/leads/{id}',
  auth: 'admin',
  limit: readLimit,
  params: leadParams,
  reply: dataReply(leadDetailReply),
  summary: 'Get one lead in full; the audit trail records who looked',
  handler: async (ctx, { params }) => withData(leadDetailView(await openLead(ctx, params.id))),
});

export const postHandled = defineOperation({
  ...leadOperation,
  path: '/api/admin/leads/{id}/handled',
  body: handledBody,
  bodyOptional: true,
  errors: ['conflict'],
  summary: 'Mark a lead as handled, or open it again',
  handler: async (ctx, { params, body }) => {
    const { handled, seen: from, lastEvent, text: note } = body;
    await setHandled(ctx, params.id, {
      isHandled: handled === 'yes',
      from,
      lastEvent,
      note,
    });
    return withMessage(body.handled === 'yes' ? 'Quedó como atendida.' : 'Quedó abierta otra vez.');
  },
});

export const postAssign = defineOperation({
  ...leadOperation,
  path: '/api/admin/leads/{id}/assign',
  body: assignBody,
  errors: ['conflict'],
  summary: 'Assign a lead to an advisor, or to nobody',
  handler: async (ctx, { params, body }) => {
    const { assignedTo, lastEvent, text: note } = body;
    await assignLead(ctx, params.id, assignedTo, { lastEvent, note });
    return withMessage(body.assignedTo === null ? 'Quedó sin asignar.' : 'Quedó asignada.');
  },
});

export const postNote = defineOperation({
  ...leadOperation,
  path: '/api/admin/leads/{id}/notes',
  body: noteBody,
  summary: 'Add a note that only the team sees',
  handler: async (ctx, { params, body }) => {
    await addNote(ctx, params.id, body.text);
    return withMessage('Guardamos la nota.');
  },
});

export const replyAccess = {
  auth: 'admin',
  limit: { name: 'admin/replies', points: 60, seconds: 600, per: 'account' },
  params: leadParams,
} as const;

export const postReply = defineOperation({
  ...leadOperation,
  ...replyAccess,
  path: '/api/admin/leads/{id}/replies',
  headers: idempotencyHeader,
  body: replyBody,
  errors: ['conflict'],
  summary: 'Write to the person by mail; their answer goes to the advisor',
  handler: async (ctx, { params, body, headers }) => {
    await sendReply(ctx, params.id, { ...body, key: headers['idempotency-key'] ?? randomId() });
    return withMessage('Tu respuesta va en camino.');
  },
});

export const postState = defineOperation({
  ...leadOperation,
  path: '/api/admin/leads/{id}/state',
  body: stateBody,
  errors: ['conflict'],
  summary: 'Change the state of a request; its applicant is notified by mail one minute later',
  handler: async (ctx, { params, body }) => {
    const { state: to, seen: from, text: note, ...acted } = body;
    await changeState(ctx, params.id, { from, to, note, ...acted });
    return withMessage('Guardamos el estado. Si cambió, avisamos por correo en un minuto.');
  },
});

const deliveryOperation = {
  ...leadOperation,
  params: deliveryParams,
  body: optionalNoteBody,
  bodyOptional: true,
} as const;
const underWayText = 'Ya está en camino.';

export const postRetry = defineOperation({
  ...deliveryOperation,
  path: '/api/admin/deliveries/{id}/retry',
  summary: 'Try a delivery now; if it was given up, it gets all its tries again',
  handler: async (ctx, { params, body }) => {
    const isQueuedNow = await resendDelivery(ctx, params.id, 'retried', body.text);
    return withMessage(isQueuedNow ? 'Lo intentamos de nuevo.' : underWayText);
  },
});

export const postResendDelivery = defineOperation({
  ...deliveryOperation,
  path: '/api/admin/deliveries/{id}/resend',
  errors: ['conflict'],
  summary: 'Send a sent delivery once more',
  handler: async (ctx, { params, body }) => {
    const isQueuedNow = await resendDelivery(ctx, params.id, 'resent', body.text);
    return withMessage(isQueuedNow ? 'Lo enviamos otra vez.' : underWayText);
  },
});

export const postRetryDead = defineOperation({
  method: 'POST',
  path: '/api/admin/deliveries/retry-dead',
  auth: 'admin',
  limit: { name: 'admin/retry-dead', points: 20, seconds: 600, per: 'account' },
  body: z.object({
    kind: optional(singleLineText('Elige qué reintentar.', 64)).describe(
      'Only this kind of delivery; all of them when absent.',
    ),
  }),
  reply: dataReply(z.object({ retried: z.int().describe('How many wait again.') })).extend({
    message: messageField,
  }),
  summary: 'Give all dead deliveries their tries again',
  handler: async (ctx, { body }) => {
    const retriedCount = await retryDeadDeliveriesAsAdmin(ctx, body.kind);
    // If no delivery has this kind, it may be any typed text, so it is not logged.
    const kind = retriedCount > 0 ? body.kind : undefined;
    log().info(
      { requestId: ctx.requestId, kind, retried: retriedCount },
      'dead deliveries retried',
    );
    return { ...withMessage('Los intentamos de nuevo.'), data: { retried: retriedCount } };
  },
});
