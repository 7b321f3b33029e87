import { z } from 'zod';
import { recordCall } from '#lib/platform/metrics/last-calls.ts';
import { AppError, type ErrorCode } from '#lib/platform/operations/errors.ts';
import { fieldErrors } from '#lib/platform/operations/fields.ts';
import { dataReply, withData } from '#lib/platform/operations/replies.ts';
import { depthOf } from '#lib/platform/web/json-depth.ts';

export const MAX_WEBHOOK_BYTES = 1024 * 1024;
const MAX_DEPTH = 50;

/** 20 calls per second and IP. No provider sends as many, and they are too few to guess a token. */
export const webhookLimit = { points: 1200, seconds: 60, per: 'ip' } as const;

const count = z.int().min(0);
export const webhookReply = dataReply(
  z.object({
    received: count.describe('Events in the body.'),
    processed: count.describe('Number of events that changed something.'),
    duplicates: count.describe('Number of events that had been received before.'),
  }),
);
export const webhookErrors: ErrorCode[] = [
  'validation_failed',
  'invalid_json',
  'payload_too_large',
  'not_configured',
];

/** Reports the outcome of the only event in a body. Null says that the event is not about us. */
export const outcomeOfOne = (outcome: string | null) =>
  withData({
    received: 1,
    processed: Number(outcome === 'processed'),
    duplicates: Number(outcome === 'duplicate'),
  });

/** Returns the error for a refused caller, and notes the refusal for the page of operators. */
export function refuseCaller(source: 'crm' | 'scheduling' | 'mail', code: ErrorCode): AppError {
  recordCall(`${source}-webhook`, { isAnswered: false });
  return new AppError(code);
}

export function parseWebhookBody<T>(schema: z.ZodType<T>, text: string): T {
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
