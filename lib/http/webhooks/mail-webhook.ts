import { z } from 'zod';
import { mailEventBody, parseMailEvent } from '#lib/domain/deliveries/arrival-schema.ts';
import { receiveMailEvent } from '#lib/domain/deliveries/writes/arrivals.ts';
import { updateLeadsOfPartitions } from '#lib/domain/requests/leads/writes/update-pending.ts';
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
import { isSignedByResend } from '#lib/platform/mail/resend.ts';
import { recordCall } from '#lib/platform/metrics/last-calls.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { defineStream } from '#lib/platform/operations/operation.ts';
import { readBytes } from '#lib/platform/web/body.ts';

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
  errors: [...webhookErrors, 'invalid_signature'],
  summary: 'Receive events of mails, in the format of Resend',
  handler: async (ctx, _input, request) => {
    const secret = getEnv().mail.webhookSecret;
    if (!secret) throw new AppError('not_configured');
    const body = (await readBytes(request, MAX_WEBHOOK_BYTES)).toString('utf8');
    const { headers } = request;
    if (!(await isSignedByResend(body, { headers, secret }))) {
      throw refuseCaller('mail', 'invalid_signature');
    }
    recordCall('mail-webhook', { isAnswered: true });
    const event = parseMailEvent(parseWebhookBody(mailEventBody, body), ctx.now);
    const receiveOptions = {
      key: headers.get('svix-id') ?? '',
      now: ctx.now,
      onReturned: updateLeadsOfPartitions,
    };
    const outcome = event && (await receiveMailEvent(event, receiveOptions));
    return outcomeOfOne(outcome);
  },
});
