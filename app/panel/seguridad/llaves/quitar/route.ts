import { postRemovePasskey } from '#lib/domain/factors/page-operations.ts';
import { SECURITY_PAGE } from '#lib/domain/factors/rules.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postRemovePasskey, {
  back: () => SECURITY_PAGE,
});
