import { postEndOtherSessions } from '#lib/domain/accounts/session-operations.ts';
import { formOf } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formOf(postEndOtherSessions, {
  back: () => '/panel/perfil',
  to: '?aviso=sesiones#sesiones',
});
