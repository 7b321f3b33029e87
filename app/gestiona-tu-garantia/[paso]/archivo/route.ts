import { postAttachment } from '#lib/http/draft-attachments.ts';
import { formRoute, parentPath } from '#lib/http/form.ts';

export const POST = formRoute(postAttachment, { back: parentPath });
