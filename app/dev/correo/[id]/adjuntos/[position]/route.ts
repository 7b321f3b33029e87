import { route } from '#lib/http/api/route.ts';
import { getMessageAttachment } from '#lib/http/server/mailbox.ts';

export const GET = route(getMessageAttachment);
