import { postNote } from '#lib/domain/requests/team/operations.ts';
import { formOf } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formOf(postNote, {
  to: '?aviso=nota#acciones',
});
