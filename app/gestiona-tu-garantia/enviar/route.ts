import { postDraft } from '#lib/domain/drafts/operations.ts';
import { formRoute } from '#lib/http/form.ts';

export const POST = formRoute(postDraft, { back: () => '/gestiona-tu-garantia/revisar' });
