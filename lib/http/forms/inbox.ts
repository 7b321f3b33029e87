import { z } from 'zod';
import { accountEmail } from '#lib/domain/accounts/schema.ts';
import { postConditions } from '#lib/domain/conditions/operations.ts';
import { conditionsBody } from '#lib/domain/conditions/schema.ts';
import { postEraseLead, postErasePerson } from '#lib/domain/erasure/operations.ts';
import {
  postAssignMany,
  postHandledMany,
  postStateMany,
  postUndoMany,
} from '#lib/domain/inbox/many-operations.ts';
import {
  postAssign,
  postHandled,
  postNote,
  postReply,
  postResendDelivery,
  postRetry,
  postRetryDead,
  postState,
} from '#lib/domain/inbox/operations.ts';
import { postView } from '#lib/domain/inbox/own-views.ts';
import { isExplained, replyBody, stateBody, unexplained } from '#lib/domain/inbox/schema.ts';
import { sendReply } from '#lib/domain/inbox/writes/send-reply.ts';
import { postPapers } from '#lib/domain/papers/operations.ts';
import { typedAmount } from '#lib/domain/payments/schema.ts';
import { type Fields, type Form, form, parentPath } from '#lib/http/forms/form.ts';

const LEAD = '/admin/leads/{id}';
const DELIVERIES = '/admin/entregas';

/** Back to the page of the button: the lead that the form names, else the deliveries. */
const ofDelivery = {
  keep: ['text'],
  back: (_: string, { lead }: Fields) => leadPage(lead) ?? DELIVERIES,
  to: ({ fields, page }: { fields: Fields; page: string }) =>
    page === DELIVERIES ? '?aviso=envio' : `?aviso=envio${noteIn(fields)}#envios`,
};

const ofMany = { keep: ['lead-*', 'assignedTo', 'state', 'reason'] };

export const inboxForms: Form[] = [
  form(postAssignMany, ofMany),
  form(postHandledMany, ofMany),
  form(postStateMany, ofMany),
  form(postView, { keep: ['nombre'] }),
  form(postUndoMany, {
    back: (path, { lead }) => leadPage(lead) ?? parentPath(path),
    to: ({ reply, fields }: { reply: string; fields: Fields }) =>
      fields.lead ? `${reply}&hecha=${fields.hecha ?? ''}#acciones` : reply,
  }),
  form(postAssign, {
    path: `${LEAD}/asignar`,
    keep: ['text'],
    to: ({ fields }) => `?aviso=asignada${before(fields.eraDe)}${noteIn(fields)}#acciones`,
  }),
  form(postState, {
    path: `${LEAD}/estado`,
    /** An undo sends no `seen`, and needs no reason. */
    body: stateBody.refine(
      ({ seen, ...move }) => seen === undefined || seen === move.state || isExplained(move),
      { path: ['reason'], error: unexplained },
    ),
    keep: ['text', 'state', 'reason'],
    to: ({ fields }) =>
      `?aviso=estado${before(fields.seen && `${fields.seen} ${fields.tenia ?? ''}`.trim())}${noteIn(fields)}#acciones`,
  }),
  form(postReply, {
    path: `${LEAD}/responder`,
    body: z.object({
      asunto: replyBody.shape.subject,
      respuesta: replyBody.shape.text,
      handled: replyBody.shape.handled,
      garantia: replyBody.shape.guarantee,
      lastEvent: replyBody.shape.lastEvent,
      /** Made with the page, so that a second click on it is the same reply. */
      clave: z.string().min(1).max(64),
    }),
    keep: ['asunto', 'respuesta'],
    handler: async (
      ctx,
      { params, body: { asunto: subject, respuesta: text, garantia: guarantee, clave, ...more } },
    ) => {
      await sendReply(ctx, params.id, { subject, text, guarantee, key: clave, ...more });
      return `?aviso=${more.handled ? 'respondida' : 'respuesta'}#responder`;
    },
  }),
  form(postConditions, {
    path: `${LEAD}/condiciones`,
    body: conditionsBody.extend({ price: typedAmount }),
    keep: ['price', 'issuer', 'terms', 'validUntil'],
    to: '?aviso=condiciones#condiciones',
  }),
  form(postPapers, { keep: ['doc-*', 'otros', 'hasta', 'mensaje'] }),
  form(postNote, { path: `${LEAD}/nota`, keep: ['text'], to: '?aviso=nota#historia' }),
  form(postHandled, {
    path: `${LEAD}/atendida`,
    keep: ['text'],
    to: ({ fields }) =>
      `?aviso=${fields.handled === 'no' ? 'abierta' : 'atendida'}${noteIn(fields)}#aviso`,
  }),
  form(postEraseLead, { path: `${LEAD}/borrar/confirmar`, to: ({ page }) => parentPath(page) }),
  form(postErasePerson, {
    path: '/admin/borrar/confirmar',
    body: z.object({ correo: accountEmail }).transform(({ correo: email }) => ({ email })),
    to: '?aviso=borrado',
  }),
  form(postRetry, { path: `${DELIVERIES}/{id}/reintentar`, ...ofDelivery }),
  form(postResendDelivery, { path: `${DELIVERIES}/{id}/reenviar`, ...ofDelivery }),
  form(postRetryDead, { path: `${DELIVERIES}/reintentar`, to: '?aviso=envios' }),
];

function leadPage(id = ''): string | null {
  return /^\d{1,15}$/.test(id) ? `/admin/leads/${id}` : null;
}

function before(value: string | undefined): string {
  return value === undefined ? '' : `&antes=${encodeURIComponent(value)}`;
}

/** Tells the page that the note beside was kept as well. */
function noteIn({ text }: Fields): string {
  return text?.trim() ? '&nota=1' : '';
}
