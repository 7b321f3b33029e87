import { postResend } from '#lib/domain/accounts/operations.ts';
import { verifyPath } from '#lib/domain/accounts/view.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';
import { withNext } from '#lib/http/forms/safe-next.ts';

export const { GET, POST } = formRoute(postResend, {
  keep: ['desde'],
  to: ({ fields: { email = '', next }, ctx }) =>
    withNext(verifyPath(email, { sentAt: ctx.now, aviso: 'reenviado' }), next),
});
