import { replyAccess } from '#lib/domain/requests/team/operations.ts';
import { replyForm } from '#lib/domain/requests/team/schema.ts';
import { sendReply } from '#lib/domain/requests/team/writes/send-reply.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form({
  ...replyAccess,
  body: replyForm,
  handler: async (
    ctx,
    {
      params,
      body: { asunto: subject, respuesta: text, garantia: guarantee, clave, ...otherFields },
    },
  ) => {
    await sendReply(ctx, params.id, { subject, text, guarantee, key: clave, ...otherFields });
    return `?aviso=${otherFields.handled ? 'respondida' : 'respuesta'}#responder`;
  },
});
