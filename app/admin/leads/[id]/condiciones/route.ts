import { typedAmount } from '#lib/domain/payments/schema.ts';
import { postConditions } from '#lib/domain/requests/conditions/operations.ts';
import { conditionsBody } from '#lib/domain/requests/conditions/schema.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postConditions, {
  body: conditionsBody.extend({ price: typedAmount }),
  to: '?aviso=condiciones#condiciones',
});
