import { conditionsForm } from '#lib/domain/requests/conditions/form-schema.ts';
import { postConditions } from '#lib/domain/requests/conditions/operations.ts';
import { formOf } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formOf(postConditions, {
  body: conditionsForm,
  keep: ['monto-*', 'moneda-*', 'desde-*', 'hasta-*'],
  to: '?aviso=condiciones#condiciones',
});
