import { contactPageBody, contactPageForm, withDoubts } from '#app/(sitio)/_lib/contact-form.ts';
import { MAX_PAGE_MESSAGE_LENGTH } from '#lib/domain/requests/leads/contact-schema.ts';
import { postContact } from '#lib/domain/requests/leads/operations.ts';
import { form } from '#lib/http/forms/form-route.ts';
import { multilineText } from '#lib/platform/operations/fields.ts';

export const { GET, POST } = form({
  limit: postContact.limit,
  ...contactPageForm('contacto'),
  body: withDoubts(
    contactPageBody.extend({
      mensaje: multilineText('Escribe tu mensaje.', MAX_PAGE_MESSAGE_LENGTH),
    }),
  ),
});
