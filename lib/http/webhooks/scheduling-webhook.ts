import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { parseSchedulingEvent, schedulingEnvelope } from '#lib/domain/bookings/schema.ts';
import { receiveBookingEvent } from '#lib/domain/bookings/writes.ts';
import {
  MAX_WEBHOOK_BYTES,
  outcomeOfOne,
  parseWebhookBody,
  refuseCaller,
  webhookErrors,
  webhookLimit,
  webhookReply,
} from '#lib/http/webhooks/webhook.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { recordCall } from '#lib/platform/metrics/last-calls.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { defineStream } from '#lib/platform/operations/operation.ts';
import { safeEqual } from '#lib/platform/security/secrets.ts';
import { readBytes } from '#lib/platform/web/body.ts';

export const postSchedulingWebhook = defineStream({
  method: 'POST',
  path: '/api/webhooks/scheduling',
  auth: 'guest',
  crossSite: true,
  limit: { name: 'webhooks/scheduling', ...webhookLimit },
  accepts: 'application/json',
  form: {
    fields: z.object({
      triggerEvent: z.string().describe('What happened, such as `BOOKING_CREATED`.'),
      payload: z
        .record(z.string(), z.unknown())
        .describe('The booking; `metadata.leadRef` names the lead from which it was made.'),
    }),
  },
  reply: webhookReply,
  errors: [...webhookErrors, 'invalid_signature'],
  summary: 'Receive events of the calendar, in the format of Cal.com',
  handler: async (ctx, _input, request) => {
    const secret = getEnv().scheduling.webhookSecret;
    if (!secret) throw new AppError('not_configured');
    const bytes = await readBytes(request, MAX_WEBHOOK_BYTES);
    const expectedSignature = createHmac('sha256', secret).update(bytes).digest('hex');
    if (!safeEqual(request.headers.get('x-cal-signature-256') ?? '', expectedSignature)) {
      throw refuseCaller('scheduling', 'invalid_signature');
    }
    recordCall('scheduling-webhook', { isAnswered: true });
    const body = bytes.toString('utf8');
    const event = parseSchedulingEvent(parseWebhookBody(schedulingEnvelope, body), ctx.now);
    const outcome = await receiveBookingEvent(event, { body, ctx });
    return outcomeOfOne(outcome);
  },
});
