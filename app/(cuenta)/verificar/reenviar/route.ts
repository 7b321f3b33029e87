import { postResend } from '#lib/domain/accounts/operations.ts';
import { verifyPath } from '#lib/domain/accounts/view.ts';
import { formRoute, parentPath } from '#lib/http/form.ts';
import { now } from '#lib/platform/clock.ts';

export const POST = formRoute(postResend, {
  back: parentPath,
  keep: ['email', 'desde'],
  done: (_, { email = '' }) => verifyPath(email, { sentAt: now(), aviso: 'reenviado' }),
});
