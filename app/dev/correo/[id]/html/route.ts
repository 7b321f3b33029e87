import { route } from '#lib/http/api/route.ts';
import { getMessageHtml } from '#lib/http/site/mailbox.ts';

export const GET = route(getMessageHtml);
