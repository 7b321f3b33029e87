import { route } from '#lib/http/api/route.ts';
import { getMessageAttachment } from '#lib/http/site/mailbox.ts';

export const GET = route(getMessageAttachment);
