import { replyAccess } from '#lib/domain/requests/team/operations.ts';
import { callRecordForm } from '#lib/domain/requests/team/schema.ts';
import { recordPhoneCall } from '#lib/domain/requests/team/writes/send-reply.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form({
  ...replyAccess,
  body: callRecordForm,
  handler: async (ctx, { params, body: { resultado: call, resumen, clave, lastEvent } }) => {
    await recordPhoneCall(ctx, params.id, { call, text: resumen ?? '', key: clave, lastEvent });
    return '?aviso=llamada#llamada';
  },
});
