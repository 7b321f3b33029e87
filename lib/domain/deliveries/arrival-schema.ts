import { z } from 'zod';
import type { Arrival } from '#lib/domain/deliveries/arrival-rules.ts';
import { eventTime } from '#lib/platform/operations/webhook-fields.ts';

/**
 * The events of Resend that report on a mail that was sent (resend.com/docs/webhooks/event-types).
 */
const arrivalsByKind: Record<string, Arrival> = {
  'email.delivery_delayed': 'delayed',
  'email.delivered': 'delivered',
  'email.failed': 'failed',
  'email.suppressed': 'suppressed',
  'email.bounced': 'bounced',
  'email.complained': 'complained',
};

/** A code of the provider. Any other text is dropped, because it may quote an e-mail. */
const providerCode = z
  .string()
  .regex(/^[\w ./:-]{1,60}$/)
  .optional()
  .catch(undefined);
const optionalObject = <T extends z.ZodRawShape>(shape: T) =>
  z.object(shape).optional().catch(undefined);

export const mailEventBody = z.object({
  type: z.string('Falta type.').min(1, 'Falta type.').max(100),
  created_at: eventTime,
  data: optionalObject({
    email_id: providerCode,
    bounce: optionalObject({ type: providerCode, subType: providerCode }),
    failed: optionalObject({ reason: providerCode }),
    suppressed: optionalObject({ type: providerCode }),
  }),
});

export type MailEvent = {
  providerId: string;
  kind: string;
  at: number;
  reason: string | null;
};

/** Parses an event of Resend. Returns null if the event does not report on a mail that was sent. */
export function parseMailEvent(
  { type, created_at: at, data }: z.output<typeof mailEventBody>,
  now: number,
): MailEvent | null {
  if (!findArrival(type) || !data?.email_id) return null;
  const { email_id: providerId, bounce, failed, suppressed } = data;
  const bounceReason = [bounce?.type, bounce?.subType].filter(Boolean).join(' ');
  const reason = bounceReason || failed?.reason || suppressed?.type || null;
  return { providerId, kind: type, at: Math.min(at ?? now, now), reason };
}

export function findArrival(kind: string): Arrival | null {
  return Object.hasOwn(arrivalsByKind, kind) ? (arrivalsByKind[kind] ?? null) : null;
}
