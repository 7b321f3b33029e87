import { messageForm } from '#lib/domain/requests/applicant/schema.ts';
import { sendMessage } from '#lib/domain/requests/applicant/writes.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';
import { tokenParams } from '#lib/platform/operations/fields.ts';

export const { GET, POST } = formRoute({
  path: '/comprobante/{token}/mensaje',
  auth: 'guest',
  limit: { name: 'requests/messages', points: 10, seconds: 600, per: 'address' },
  params: tokenParams,
  body: messageForm,
  handler: async (ctx, { params: { token }, body: { mensaje: text, envio: viewId } }) => {
    await sendMessage(ctx, { kind: 'receipt', token }, { text, viewId });
    return '?aviso=mensaje#mensaje';
  },
});
