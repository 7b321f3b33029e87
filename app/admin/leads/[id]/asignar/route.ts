import { postAssign } from '#lib/domain/requests/team/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';
import { noteQuery, previousValueQuery } from '#lib/http/forms/lead-pages.ts';

export const { GET, POST } = formRoute(postAssign, {
  to: ({ fields }) =>
    `?aviso=asignada${previousValueQuery(fields.eraDe)}${noteQuery(fields)}#acciones`,
});
