import { z } from 'zod';
import { replyAccess } from '#lib/domain/requests/team/operations.ts';
import { replyBody } from '#lib/domain/requests/team/schema.ts';
import { sendReply } from '#lib/domain/requests/team/writes/send-reply.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';
import { pageKey } from '#lib/platform/operations/fields.ts';

export const { GET, POST } = formRoute({
  ...replyAccess,
  path: '/admin/leads/{id}/responder',
  body: z.object({
    asunto: replyBody.shape.subject,
    respuesta: replyBody.shape.text,
    handled: replyBody.shape.handled,
    garantia: replyBody.shape.guarantee,
    lastEvent: replyBody.shape.lastEvent,
    clave: pageKey,
  }),
  handler: async (
    ctx,
    { params, body: { asunto: subject, respuesta: text, garantia: guarantee, clave, ...more } },
  ) => {
    await sendReply(ctx, params.id, { subject, text, guarantee, key: clave, ...more });
    return `?aviso=${more.handled ? 'respondida' : 'respuesta'}#responder`;
  },
});
