import { postAssign } from '#lib/domain/inbox/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';
import { before, noteIn } from '#lib/http/forms/lead-pages.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = formRoute(postAssign, {
  keep: ['text'],
  to: ({ fields }) => `?aviso=asignada${before(fields.eraDe)}${noteIn(fields)}#acciones`,
});
