import { route } from '#lib/http/api/route.ts';
import { postCrmWebhook } from '#lib/http/webhooks/crm-webhook.ts';

export const POST = route(postCrmWebhook);
