import { postEndOtherSessions } from '#lib/domain/accounts/session-operations.ts';
import { formRoute } from '#lib/http/form.ts';

export const POST = formRoute(postEndOtherSessions, {
  back: () => '/panel/perfil',
  done: () => '/panel/perfil?aviso=sesiones#sesiones',
});
