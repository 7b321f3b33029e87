import { route } from '#lib/http/route.ts';
import { postSchedulingWebhook } from '#lib/http/webhooks.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(postSchedulingWebhook);
