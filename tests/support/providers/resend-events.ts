import { createHmac, randomUUID } from 'node:crypto';

export const reportKinds = [
  'delivered',
  'delivery_delayed',
  'bounced',
  'complained',
  'failed',
  'suppressed',
] as const;
export type ReportKind = (typeof reportKinds)[number];

export type EventOptions = {
  /** The id of the event. */
  id?: string | undefined;
  createdAt?: string;
  /** Type and subtype of a bounce. */
  bounce?: readonly [type: string, subType: string];
};

type MailEvent = EventOptions & {
  kind: ReportKind;
  emailId?: string;
  to?: string | string[];
  subject?: string;
};

/** Makes an event as Resend sends it (resend.com/docs/webhooks/event-types). */
export function mailEvent(event: MailEvent) {
  const { kind, emailId = randomUUID(), to = 'ana@constructora.cl', subject = 'Hola' } = event;
  const { createdAt = new Date().toISOString(), bounce = ['Permanent', 'NoEmail'] } = event;
  const details = {
    bounced: { bounce: { type: bounce[0], subType: bounce[1], message: `550 no such ${to}` } },
    failed: { failed: { reason: 'reached_daily_quota' } },
    suppressed: { suppressed: { type: 'OnAccountSuppressionList', message: `${to} is listed` } },
  };
  return {
    type: `email.${kind}`,
    created_at: createdAt,
    data: {
      email_id: emailId,
      created_at: createdAt,
      message_id: `<${emailId}@resend.example>`,
      from: 'Resguardo <no-responder@resguardo.cl>',
      to: [to].flat(),
      subject,
      ...Object.entries(details).find(([name]) => name === kind)?.[1],
    },
  };
}

export type Webhook = { url: string; secret: string };

export type MailSignature = {
  secret: string;
  /** The id of the event. */
  id?: string | undefined;
  /** When it is signed (ms), by the machine's clock, which the library reads too. */
  at?: number | undefined;
};

/**
 * Returns the body and headers of an event, signed by the standard
 * (github.com/standard-webhooks/standard-webhooks) and not by the library that reads it.
 */
export function signedMailEvent(
  event: unknown,
  { secret, id = `msg_${randomUUID()}`, at = Date.now() }: MailSignature,
) {
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  const timestamp = `${Math.floor(at / 1000)}`;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'svix-id': id,
      'svix-timestamp': timestamp,
      'svix-signature': `v1,${digest}`,
    },
  };
}

/** Posts an event to the app as Resend does. */
export function sendMailEvent(event: unknown, { url, ...signature }: Webhook & MailSignature) {
  const signed = signedMailEvent(event, signature);
  return fetch(url, { method: 'POST', redirect: 'manual', ...signed });
}
