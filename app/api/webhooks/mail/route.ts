import { route } from '#lib/http/api/route.ts';
import { postMailWebhook } from '#lib/http/webhooks/mail-webhook.ts';

export const POST = route(postMailWebhook);
