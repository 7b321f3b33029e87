import { postEndOtherSessions } from '#lib/domain/accounts/session-operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postEndOtherSessions, {
  back: () => '/panel/perfil',
  to: '?aviso=sesiones#sesiones',
});
