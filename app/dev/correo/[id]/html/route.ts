import { getMessageHtml } from '#lib/http/mailbox.ts';
import { route } from '#lib/http/route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getMessageHtml);
