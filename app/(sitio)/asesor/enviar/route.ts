import { postContactAdvisor } from '#lib/domain/requests/leads/operations.ts';
import { contactPageForm } from '#lib/http/forms/contact-form.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute({
  path: '/asesor/enviar',
  limit: postContactAdvisor.limit,
  ...contactPageForm('asesor'),
});
