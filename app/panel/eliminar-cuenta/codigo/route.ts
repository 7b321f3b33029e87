import { postDeletionCode } from '#lib/domain/personal-data/operations.ts';
import { formRoute, parentPath } from '#lib/http/form.ts';

export const POST = formRoute(postDeletionCode, {
  back: parentPath,
  done: () => '/panel/eliminar-cuenta?aviso=codigo',
});
