import { route } from '#lib/http/api/route.ts';
import { postSchedulingWebhook } from '#lib/http/api/webhooks.ts';

export const POST = route(postSchedulingWebhook);
