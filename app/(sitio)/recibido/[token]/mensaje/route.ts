import { linkedMessageForm } from '#app/_lib/linked-message-form.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute({
  path: '/recibido/{token}/mensaje',
  ...linkedMessageForm('lead-receipt'),
});
