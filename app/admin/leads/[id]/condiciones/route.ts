import { postConditions } from '#lib/domain/conditions/operations.ts';
import { conditionsBody } from '#lib/domain/conditions/schema.ts';
import { typedAmount } from '#lib/domain/payments/schema.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postConditions, {
  body: conditionsBody.extend({ price: typedAmount }),
  keep: ['price', 'issuer', 'terms', 'validUntil'],
  to: '?aviso=condiciones#condiciones',
});
