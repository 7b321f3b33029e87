import { route } from '#lib/http/api/route.ts';
import { postSchedulingWebhook } from '#lib/http/webhooks/scheduling-webhook.ts';

export const POST = route(postSchedulingWebhook);
