import { postUnsubscribe } from '#lib/domain/alerts/operations.ts';
import { formOf } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formOf(postUnsubscribe, {
  to: ({ page }) => page,
});
