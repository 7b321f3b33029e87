import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { crmBody } from '#lib/domain/crm/schema.ts';
import { receiveCrmEvents } from '#lib/domain/crm/writes/receive-events.ts';
import {
  MAX_WEBHOOK_BYTES,
  parseWebhookBody,
  refuseCaller,
  webhookErrors,
  webhookLimit,
  webhookReply,
} from '#lib/http/webhooks/webhook.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { recordCall } from '#lib/platform/metrics/last-calls.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { secretToken } from '#lib/platform/operations/fields.ts';
import { defineStream } from '#lib/platform/operations/operation.ts';
import { withData } from '#lib/platform/operations/replies.ts';
import { safeEqual } from '#lib/platform/security/secrets.ts';
import { readBytes } from '#lib/platform/web/body.ts';

export const postCrmWebhook = defineStream({
  method: 'POST',
  path: '/api/webhooks/crm',
  auth: 'guest',
  crossSite: true,
  limit: { name: 'webhooks/crm', ...webhookLimit },
  accepts: 'application/json',
  form: {
    fields: z
      .object({
        eventId: z.string().describe('The same id is the same event.'),
        kind: z.string().describe('What happened, in the words of the CRM.'),
        externalId: z.string().describe('Id of the deal (with `stage`) or of the contact.'),
        email: z.email().describe('Without an id, the newest request of this address is meant.'),
        stage: z.string().describe('Stage of the deal; as configured, or a state of ours.'),
        occurredAt: z.string().describe('Time of the event: milliseconds or ISO 8601.'),
      })
      .partial(),
  },
  query: z.object({ token: secretToken.optional() }),
  reply: webhookReply,
  errors: [...webhookErrors, 'invalid_webhook_token', 'invalid_signature'],
  summary: 'Receive events of the CRM; a body is one event or, as from HubSpot, an array',
  handler: async (ctx, { query }, request) => {
    const { crmWebhookToken, hubspot } = getEnv();
    if (!crmWebhookToken && !hubspot.appSecret) throw new AppError('not_configured');
    const bytes = await readBytes(request, MAX_WEBHOOK_BYTES);
    checkCrmCaller(request, { bytes, token: query.token, now: ctx.now });
    recordCall('crm-webhook', { isAnswered: true });
    const events = parseWebhookBody(crmBody, bytes.toString('utf8'));
    return withData(await receiveCrmEvents(events, ctx.now));
  },
});

type CrmCall = { bytes: Buffer; token: string | undefined; now: number };

/** Requires our token (bearer, `X-Webhook-Token` or query) or HubSpot's signature. */
function checkCrmCaller(request: Request, { bytes, token, now }: CrmCall): void {
  const { crmWebhookToken, hubspot } = getEnv();
  const { headers } = request;
  const bearer = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
  const tokens = [bearer, headers.get('x-webhook-token'), token].filter((value) => value);
  if (crmWebhookToken && tokens.some((sentToken) => safeEqual(sentToken ?? '', crmWebhookToken)))
    return;
  const signature = headers.get('x-hubspot-signature-v3');
  if (tokens.length > 0 || !signature || !hubspot.appSecret) {
    throw refuseCaller('crm', 'invalid_webhook_token');
  }
  const timestamp = headers.get('x-hubspot-request-timestamp') ?? '';
  const { pathname, search } = new URL(request.url);
  const expectedSignature = createHmac('sha256', hubspot.appSecret)
    .update(`${request.method}${getEnv().appUrl}${pathname}${search}`)
    .update(bytes)
    .update(timestamp)
    .digest('base64');
  const isRecent = /^\d{1,15}$/.test(timestamp) && Math.abs(now - Number(timestamp)) <= 300_000;
  if (!isRecent || !safeEqual(signature, expectedSignature)) {
    throw refuseCaller('crm', 'invalid_signature');
  }
}
