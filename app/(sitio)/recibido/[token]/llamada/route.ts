import { callForm } from '#lib/domain/requests/applicant/schema.ts';
import { changeCall } from '#lib/domain/requests/applicant/writes/change-call.ts';
import { form } from '#lib/http/forms/form-route.ts';
import { tokenParams } from '#lib/platform/operations/fields.ts';

export const { GET, POST } = form({
  auth: 'guest',
  limit: { name: 'requests/calls', points: 10, seconds: 600, per: 'ip' },
  params: tokenParams,
  body: callForm,
  handler: async (ctx, { params: { token }, body: { cancelar, envio: viewId, ...choice } }) => {
    const isCancelled = cancelar === 'si';
    await changeCall(
      ctx,
      { kind: 'lead-receipt', token },
      { view: viewId, isCancelled, ...choice },
    );
    return '?aviso=llamada#llamada';
  },
});
