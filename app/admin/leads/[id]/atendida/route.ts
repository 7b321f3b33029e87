import { noteParam } from '#app/admin/_lib/lead-forms.ts';
import { postHandled } from '#lib/domain/requests/team/operations.ts';
import { formOf } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formOf(postHandled, {
  to: ({ fields }) =>
    `?aviso=${fields.handled === 'no' ? 'abierta' : 'atendida'}${noteParam(fields)}#acciones`,
});
