import { postSendReceipt } from '#lib/domain/payments/payer-operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postSendReceipt, {
  keep: ['orden', 'correo'],
});
