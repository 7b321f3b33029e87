import { postUnsubscribe } from '#lib/domain/alerts/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postUnsubscribe, {
  to: ({ page }) => page,
});
