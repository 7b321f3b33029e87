import { postRemoveGuarantee } from '#lib/domain/drafts/operations.ts';
import { formRoute } from '#lib/http/form.ts';

export const POST = formRoute(postRemoveGuarantee, {
  back: () => '/gestiona-tu-garantia/garantias',
});
