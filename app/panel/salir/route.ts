import { deleteSession } from '#lib/domain/accounts/operations.ts';
import { formRoute } from '#lib/http/form.ts';

export const POST = formRoute(deleteSession, {
  back: () => '/panel',
  done: () => '/login?aviso=salida',
});
