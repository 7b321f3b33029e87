import { guaranteeEventForm } from '#app/_lib/guarantee-forms.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute({
  auth: 'signedIn',
  ...guaranteeEventForm(''),
});
