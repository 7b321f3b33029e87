import { postView } from '#lib/domain/requests/team/saved-views.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postView, {
  keep: ['nombre'],
});
