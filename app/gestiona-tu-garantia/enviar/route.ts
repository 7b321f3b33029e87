import { postDraft } from '#lib/domain/drafts/operations.ts';
import { formRoute } from '#lib/http/form.ts';

export const POST = formRoute(postDraft, () => '/gestiona-tu-garantia/revisar');
