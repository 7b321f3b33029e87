import { contactPageForm } from '#app/(sitio)/_lib/contact-form.ts';
import { postContactAdvisor } from '#lib/domain/requests/leads/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute({
  path: '/asesor/enviar',
  limit: postContactAdvisor.limit,
  ...contactPageForm('asesor'),
});
