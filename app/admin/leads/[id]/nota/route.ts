import { postNote } from '#lib/domain/requests/team/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postNote, {
  to: '?aviso=nota#acciones',
});
