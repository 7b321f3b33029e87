import { postRenamePasskey } from '#lib/domain/factors/page-operations.ts';
import { SECURITY_PAGE } from '#lib/domain/factors/rules.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postRenamePasskey, {
  back: () => SECURITY_PAGE,
  keep: ['id', 'name'],
});
