import { postSuggestion } from '#lib/domain/drafts/operations.ts';
import { WIZARD } from '#lib/domain/drafts/view.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postSuggestion, {
  back: () => `${WIZARD}/garantia-tipo`,
});
