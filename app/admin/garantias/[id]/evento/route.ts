import { guaranteeEventForm } from '#app/_lib/guarantee-forms.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form({
  auth: 'admin',
  ...guaranteeEventForm('#historia'),
});
