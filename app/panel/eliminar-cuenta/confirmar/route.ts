import { COMPANY_DELETED, postDeleteAccount } from '#lib/domain/personal-data/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postDeleteAccount, {
  keep: ['sent'],
  to: ({ reply }) =>
    reply.message === COMPANY_DELETED ? '/panel?aviso=eliminada' : '/login?aviso=eliminada',
});
