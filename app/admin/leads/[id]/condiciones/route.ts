import { typedAmount } from '#lib/domain/payments/schema.ts';
import { postConditions } from '#lib/domain/requests/offers/operations.ts';
import { conditionsBody } from '#lib/domain/requests/offers/schema.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postConditions, {
  body: conditionsBody.extend({ price: typedAmount }),
  to: '?aviso=condiciones#condiciones',
});
