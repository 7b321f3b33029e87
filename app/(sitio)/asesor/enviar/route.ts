import { contactPageForm } from '#app/(sitio)/_lib/contact-form.ts';
import { MESSAGE_FILES } from '#lib/domain/requests/applicant/message-files.ts';
import { postContactAdvisor } from '#lib/domain/requests/leads/operations.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form({
  limit: postContactAdvisor.limit,
  files: [MESSAGE_FILES],
  retypeMessages: { [MESSAGE_FILES]: 'Elige tus archivos otra vez.' },
  ...contactPageForm('asesor'),
});
