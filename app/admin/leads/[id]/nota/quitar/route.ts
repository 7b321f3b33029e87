import { postRemoveNote } from '#lib/domain/requests/team/operations.ts';
import { parentPath } from '#lib/http/forms/form.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postRemoveNote, {
  back: (path) => parentPath(parentPath(path)),
});
