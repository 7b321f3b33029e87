import { ownSessionsAccess, sessionParams } from '#lib/domain/accounts/session-operations.ts';
import { endSession } from '#lib/domain/accounts/writes/sessions.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form({
  ...ownSessionsAccess,
  params: sessionParams,
  back: () => '/panel/perfil',
  // A session that has already ended is no error.
  handler: async (ctx, { params }) => {
    if (params.id === ctx.sessionId) ctx.browser.deleteAll();
    await endSession(ctx, params.id);
    return '?aviso=sesion#sesiones';
  },
});
