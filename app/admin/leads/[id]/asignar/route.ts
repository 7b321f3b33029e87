import { noteQuery, previousValueQuery } from '#app/admin/_lib/lead-forms.ts';
import { postAssign } from '#lib/domain/requests/team/operations.ts';
import { formOf } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formOf(postAssign, {
  to: ({ fields }) =>
    `?aviso=asignada${previousValueQuery(fields.eraDe)}${noteQuery(fields)}#acciones`,
});
