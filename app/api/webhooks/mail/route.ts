import { route } from '#lib/http/api/route.ts';
import { postMailWebhook } from '#lib/http/api/webhooks.ts';

export const POST = route(postMailWebhook);
