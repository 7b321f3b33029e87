import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { parseSchedulingEvent, schedulingEnvelope } from '#lib/domain/bookings/schema.ts';
import { receiveBookingEvent } from '#lib/domain/bookings/writes.ts';
import { crmBody } from '#lib/domain/crm/schema.ts';
import { receiveCrmEvents } from '#lib/domain/crm/writes/receive-events.ts';
import { mailEventBody, parseMailEvent } from '#lib/domain/deliveries/arrival-schema.ts';
import { receiveMailEvent } from '#lib/domain/deliveries/writes/arrivals.ts';
import { updateLeadsOfPartitions } from '#lib/domain/requests/leads/writes/update-pending.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { isSignedByResend } from '#lib/platform/mail/resend.ts';
import { recordCall } from '#lib/platform/metrics/last-calls.ts';
import { AppError, type ErrorCode } from '#lib/platform/operations/errors.ts';
import { fieldErrors, secretToken } from '#lib/platform/operations/fields.ts';
import { defineStream } from '#lib/platform/operations/operation.ts';
import { dataReply, withData } from '#lib/platform/operations/replies.ts';
import { safeEqual } from '#lib/platform/security/secrets.ts';
import { readBytes } from '#lib/platform/web/body.ts';
import { depthOf } from '#lib/platform/web/json-depth.ts';

const MAX_BYTES = 1024 * 1024;
const MAX_DEPTH = 50;

/** 20 calls per second and IP. No provider sends as many, and they are too few to guess a token. */
const webhookLimit = { points: 1200, seconds: 60, per: 'ip' } as const;

const count = z.int().min(0);
const webhookReply = dataReply(
  z.object({
    received: count.describe('Events in the body.'),
    processed: count.describe('Number of events that changed something.'),
    duplicates: count.describe('Number of events that had been received before.'),
  }),
);
const errors: ErrorCode[] = [
  'validation_failed',
  'invalid_json',
  'payload_too_large',
  'not_configured',
];

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
  errors: [...errors, 'invalid_signature'],
  summary: 'Receive events of the calendar, in the format of Cal.com',
  handler: async (ctx, _input, request) => {
    const secret = getEnv().scheduling.webhookSecret;
    if (!secret) throw new AppError('not_configured');
    const bytes = await readBytes(request, MAX_BYTES);
    const expectedSignature = createHmac('sha256', secret).update(bytes).digest('hex');
    if (!safeEqual(request.headers.get('x-cal-signature-256') ?? '', expectedSignature)) {
      throw refuseCaller('scheduling', 'invalid_signature');
    }
    recordCall('scheduling-webhook', { isAnswered: true });
    const body = bytes.toString('utf8');
    const event = parseSchedulingEvent(parseBody(schedulingEnvelope, body), ctx.now);
    const outcome = await receiveBookingEvent(event, { body, now: ctx.now });
    return outcomeOfOne(outcome);
  },
});

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
  errors: [...errors, 'invalid_webhook_token', 'invalid_signature'],
  summary: 'Receive events of the CRM; a body is one event or, as from HubSpot, an array',
  handler: async (ctx, { query }, request) => {
    const { crmWebhookToken, hubspot } = getEnv();
    if (!crmWebhookToken && !hubspot.appSecret) throw new AppError('not_configured');
    const bytes = await readBytes(request, MAX_BYTES);
    checkCrmCaller(request, { bytes, token: query.token, now: ctx.now });
    recordCall('crm-webhook', { isAnswered: true });
    const events = parseBody(crmBody, bytes.toString('utf8'));
    return withData(await receiveCrmEvents(events, ctx.now));
  },
});

export const postMailWebhook = defineStream({
  method: 'POST',
  path: '/api/webhooks/mail',
  auth: 'guest',
  crossSite: true,
  limit: { name: 'webhooks/mail', ...webhookLimit },
  accepts: 'application/json',
  form: {
    fields: z.object({
      type: z.string().describe('What happened, such as `email.bounced`.'),
      created_at: z.string().describe('Time of the event, in ISO 8601.'),
      data: z
        .record(z.string(), z.unknown())
        .describe('The mail; `email_id` is the id of the mail.'),
    }),
  },
  reply: webhookReply,
  errors: [...errors, 'invalid_signature'],
  summary: 'Receive events of mails, in the format of Resend',
  handler: async (ctx, _input, request) => {
    const secret = getEnv().mail.webhookSecret;
    if (!secret) throw new AppError('not_configured');
    const body = (await readBytes(request, MAX_BYTES)).toString('utf8');
    const { headers } = request;
    if (!(await isSignedByResend(body, { headers, secret }))) {
      throw refuseCaller('mail', 'invalid_signature');
    }
    recordCall('mail-webhook', { isAnswered: true });
    const event = parseMailEvent(parseBody(mailEventBody, body), ctx.now);
    const receiveOptions = {
      key: headers.get('svix-id') ?? '',
      now: ctx.now,
      onReturned: updateLeadsOfPartitions,
    };
    const outcome = event && (await receiveMailEvent(event, receiveOptions));
    return outcomeOfOne(outcome);
  },
});

/** Reports the outcome of the only event in a body. Null says that the event is not about us. */
const outcomeOfOne = (outcome: string | null) =>
  withData({
    received: 1,
    processed: Number(outcome === 'processed'),
    duplicates: Number(outcome === 'duplicate'),
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

/** Returns the error for a refused caller, and notes the refusal for the page of operators. */
function refuseCaller(source: 'crm' | 'scheduling' | 'mail', code: ErrorCode): AppError {
  recordCall(`${source}-webhook`, { isAnswered: false });
  return new AppError(code);
}

function parseBody<T>(schema: z.ZodType<T>, text: string): T {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new AppError('invalid_json', { cause });
  }
  // JSON with more levels could not be serialised again.
  if (depthOf(json, MAX_DEPTH) > MAX_DEPTH) throw new AppError('invalid_json');
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new AppError('validation_failed', { fields: fieldErrors(parsed.error) });
}
