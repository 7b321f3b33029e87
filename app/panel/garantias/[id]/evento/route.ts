import { formRoute } from '#lib/http/forms/form-route.ts';
import { guaranteeEventForm } from '#lib/http/forms/issued-guarantees.ts';

export const { GET, POST } = formRoute({
  path: '/panel/garantias/{id}/evento',
  auth: 'member',
  ...guaranteeEventForm(''),
});
