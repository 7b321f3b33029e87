import { postNote } from '#lib/domain/inbox/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postNote, {
  keep: ['text'],
  to: '?aviso=nota#historia',
});
