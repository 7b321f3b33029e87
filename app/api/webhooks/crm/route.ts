import { route } from '#lib/http/api/route.ts';
import { postCrmWebhook } from '#lib/http/api/webhooks.ts';

export const POST = route(postCrmWebhook);
