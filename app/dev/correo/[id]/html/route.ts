import { route } from '#lib/http/api/route.ts';
import { getMessageHtml } from '#lib/http/server/mailbox.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getMessageHtml);
