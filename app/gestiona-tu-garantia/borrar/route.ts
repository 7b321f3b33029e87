import { postRemoveDraft } from '#lib/domain/drafts/list-operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postRemoveDraft);
