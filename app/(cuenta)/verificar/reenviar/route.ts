import { postResend } from '#lib/domain/accounts/registration-operations.ts';
import { verifyPath } from '#lib/domain/accounts/view.ts';
import { withNext } from '#lib/http/api/safe-next.ts';
import { formOf } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formOf(postResend, {
  keep: ['desde'],
  to: ({ fields: { email = '', next }, ctx }) =>
    withNext(verifyPath(email, { sentAt: ctx.now, aviso: 'reenviado' }), next),
});
