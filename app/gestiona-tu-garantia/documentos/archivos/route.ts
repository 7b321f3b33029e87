import { postAttachments } from '#lib/http/files/draft-attachments.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = formRoute(postAttachments);
