import { postResend } from '#lib/domain/accounts/operations.ts';
import { verifyPath } from '#lib/domain/accounts/view.ts';
import { formRoute, parentPath } from '#lib/http/form.ts';
import { withNext } from '#lib/http/safe-next.ts';
import { now } from '#lib/platform/clock.ts';

export const POST = formRoute(postResend, {
  back: parentPath,
  keep: ['email', 'desde', 'next'],
  done: (_, { email = '', next }) =>
    withNext(verifyPath(email, { sentAt: now(), aviso: 'reenviado' }), next),
});
