import { postAttachments } from '#lib/domain/drafts/attachment-operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postAttachments);
