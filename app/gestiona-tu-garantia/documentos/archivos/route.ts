import { postAttachments } from '#lib/domain/drafts/attachment-operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = formRoute(postAttachments);
