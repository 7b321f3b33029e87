import { noteParam, previousValueParam } from '#app/admin/_lib/lead-forms.ts';
import { postAssign } from '#lib/domain/requests/team/operations.ts';
import { formOf } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formOf(postAssign, {
  to: ({ fields }) =>
    `?aviso=asignada${previousValueParam(fields.eraDe)}${noteParam(fields)}#acciones`,
});
