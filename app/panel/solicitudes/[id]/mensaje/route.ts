import { bySession, writeForm } from '#app/_lib/request-forms.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute({
  ...writeForm(bySession),
  path: '/panel/solicitudes/{id}/mensaje',
  limit: { name: 'requests/own-messages', points: 10, seconds: 600, per: 'account' },
});
