import { route } from '#lib/http/api/route.ts';
import { getMessageHtml } from '#lib/http/server/mailbox.ts';

export const GET = route(getMessageHtml);
