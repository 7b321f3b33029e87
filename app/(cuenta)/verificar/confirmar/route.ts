import { verifyForm } from '#lib/domain/accounts/forms.ts';
import { formRoute, parentPath } from '#lib/http/form.ts';
import { withNext } from '#lib/http/safe-next.ts';

export const POST = formRoute(verifyForm, {
  back: parentPath,
  keep: ['email', 'desde', 'next'],
  done: (reply, { next }) => withNext((reply as { location: string }).location, next), // verifyForm's reply
});
