import type { KindWithPayload } from '#lib/domain/deliveries/schema.ts';
import type { DeliveryHandler } from '#lib/domain/deliveries/worker.ts';
import { enqueueDelivery } from '#lib/domain/deliveries/writes/queue.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { resendMail } from '#lib/platform/mail/resend.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { now } from '#lib/platform/process/clock.ts';
import { randomId } from '#lib/platform/security/ids.ts';
import type { ResendStandIn } from '#tests/support/providers/resend.ts';

type Given = Parameters<typeof enqueueDelivery>;

/**
 * Queues a delivery of any kind, such as a kind that only a test has, or one of another version of
 * the app.
 */
export function enqueueUnchecked(tx: Given[0], delivery: { [key in keyof Given[1]]: unknown }) {
  return enqueueDelivery(tx, delivery as Given[1]);
}

/** Queues a number for a handler that the test made up. */
export const enqueue = (partition: string, n = 1, kind = 'mail') =>
  getDb().write((tx) => enqueueUnchecked(tx, { partition, kind, payload: { n }, now: now() }));

/** Queues a delivery of one of the app's kinds, in a partition of its own. */
export const enqueueMail = (kind: KindWithPayload) =>
  getDb().write((tx) =>
    enqueueDelivery(tx, { ...kind, partition: `${randomId()}/mail`, now: now() }),
  );

/** Sends a mail whose subject is the payload. */
export const mailSubjectHandler =
  ({ key, url }: ResendStandIn): DeliveryHandler =>
  async (payload, { idempotencyKey }) => {
    const port = resendMail({ key, from: 'a@resguardo.cl', baseUrl: url, timeoutMs: 1000 });
    const subject = JSON.stringify(payload);
    await port.send({ to: 'b@c.cl', subject, html: '<p>x</p>', text: 'x', idempotencyKey });
  };

/**
 * Makes handlers that record the payloads that they sent and fail on command. `unset` lacks its
 * setting.
 */
export function recordingHandlers() {
  const sent: number[] = [];
  const failing = new Set<number>();
  const mail: DeliveryHandler = async (payload) => {
    const { n } = payload as { n: number };
    const refusal = { reason: 'refused 422', isRetryable: false };
    if (failing.has(n)) throw Object.assign(new Error(), refusal);
    sent.push(n);
  };
  const unset: DeliveryHandler = async () => {
    throw new AppError('not_configured');
  };
  return { sent, failing, handlers: { mail, unset } };
}
