import { noteQuery } from '#app/admin/_lib/lead-forms.ts';
import { postHandled } from '#lib/domain/requests/team/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postHandled, {
  to: ({ fields }) =>
    `?aviso=${fields.handled === 'no' ? 'abierta' : 'atendida'}${noteQuery(fields)}#acciones`,
});
