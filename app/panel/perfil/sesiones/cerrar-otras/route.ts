import { postEndOtherSessions } from '#lib/domain/accounts/session-operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = formRoute(postEndOtherSessions, {
  back: () => '/panel/perfil',
  to: '?aviso=sesiones#sesiones',
});
