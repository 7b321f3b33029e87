import { getDb } from '#lib/platform/db/client.ts';
import { bookings } from '#lib/platform/db/schema/bookings.ts';
import { leadEvents } from '#lib/platform/db/schema/leads.ts';
import { webhookEvents } from '#lib/platform/db/schema/webhooks.ts';
import { api, type CallOptions } from '#tests/support/call.ts';
import { type MailSignature, signedMailEvent } from '#tests/support/providers/resend-events.ts';
import { signedBooking } from '#tests/support/providers/scheduling.ts';

export const SCHEDULING_SECRET = 'un secreto de agenda';
export const CRM_TOKEN = 'un-token-del-crm-123';
export const APP_SECRET = 'secreto-de-la-app-de-hubspot';
export const MAIL_SECRET = `whsec_${Buffer.from('un secreto del correo').toString('base64')}`;
export const webhookVariables = {
  RESEND_WEBHOOK_SECRET: MAIL_SECRET,
  SCHEDULING_WEBHOOK_SECRET: SCHEDULING_SECRET,
  CRM_WEBHOOK_TOKEN: CRM_TOKEN,
  HUBSPOT_APP_SECRET: APP_SECRET,
  HUBSPOT_STAGES: 'uno=en_revision,dos=aprobada,tres=rechazada,cuatro=emitida',
};

/** Sends a signed event to our webhook. */
export function sendSchedulingEvent(event: unknown, options: CallOptions = {}): Promise<Response> {
  const { body, headers } = signedBooking(event, SCHEDULING_SECRET);
  return api('/api/webhooks/scheduling', {
    method: 'POST',
    body,
    ...options,
    headers: { ...headers, ...options.headers },
  });
}

/** Sends an event of Resend to our webhook. `id` is the id of the event. */
export function postMailEvent(
  event: unknown,
  { id, at, secret = MAIL_SECRET, ...options }: CallOptions & Partial<MailSignature> = {},
): Promise<Response> {
  const { body, headers } = signedMailEvent(event, { id, at, secret });
  return api('/api/webhooks/mail', {
    method: 'POST',
    body,
    ...options,
    headers: { ...headers, ...options.headers },
  });
}

/** Sends an event or an array of them with our token. */
export function sendCrmWebhook(events: unknown, options: CallOptions & { path?: string } = {}) {
  const { path = '/api/webhooks/crm', ...more } = options;
  return api(path, {
    method: 'POST',
    body: JSON.stringify(events),
    headers: { 'content-type': 'application/json', 'x-webhook-token': CRM_TOKEN },
    ...more,
  });
}

/** Returns the counts of a reply: received, processed, duplicates. */
export async function eventCounts(response: Response | Promise<Response>): Promise<number[]> {
  const { data, ...rest } = await (await response).json();
  if (!data) throw new Error(JSON.stringify(rest));
  return [data.received, data.processed, data.duplicates];
}

export const storedEvents = () =>
  getDb().read.select().from(webhookEvents).orderBy(webhookEvents.id);
export const storedBookings = () => getDb().read.select().from(bookings).orderBy(bookings.uid);
export const storedHistory = () => getDb().read.select().from(leadEvents).orderBy(leadEvents.id);
