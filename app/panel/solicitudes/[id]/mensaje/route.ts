import { ownRequestAccess } from '#app/panel/solicitudes/_lib/own-request-form.ts';
import { messageForm } from '#lib/domain/requests/applicant/schema.ts';
import { sendMessage } from '#lib/domain/requests/applicant/writes.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute({
  ...ownRequestAccess,
  path: '/panel/solicitudes/{id}/mensaje',
  limit: { name: 'requests/own-messages', points: 10, seconds: 600, per: 'account' },
  body: messageForm,
  handler: async (ctx, { params: { id }, body: { mensaje: text, envio: viewId } }) => {
    await sendMessage(ctx, { kind: 'own', user: ctx, id }, { text, viewId });
    return '?aviso=mensaje#mensaje';
  },
});
