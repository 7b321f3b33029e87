import { z } from 'zod';
import { replyAccess } from '#lib/domain/requests/team/operations.ts';
import { replyBody } from '#lib/domain/requests/team/schema.ts';
import { sendReply } from '#lib/domain/requests/team/writes/send-reply.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute({
  ...replyAccess,
  path: '/admin/leads/{id}/responder',
  body: z.object({
    asunto: replyBody.shape.subject,
    respuesta: replyBody.shape.text,
    handled: replyBody.shape.handled,
    garantia: replyBody.shape.guarantee,
    lastEvent: replyBody.shape.lastEvent,
    /** Idempotency key of the page, so that a double click sends one reply. */
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
});
