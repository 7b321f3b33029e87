import { postSuggestion } from '#lib/domain/drafts/operations.ts';
import { formRoute } from '#lib/http/form.ts';

export const POST = formRoute(postSuggestion, {
  back: () => '/gestiona-tu-garantia/garantia-tipo',
});
