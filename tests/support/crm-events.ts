import { eq } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { contactBody, sendContact } from '#tests/support/contact.ts';
import { stageEvent } from '#tests/support/providers/hubspot-replies.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { submitRequest } from '#tests/support/submissions.ts';
import { eventCounts, sendCrmWebhook } from '#tests/support/webhooks.ts';
import { START } from '#tests/support/world.ts';

/** Sends two leads of CRM contact 51: lead 1, a request with deal 90, and lead 2, a form. */
export async function sendKnownLeads(): Promise<void> {
  await submitRequest(publicBody);
  await sendContact(contactBody);
  await getDb().write(async (tx) => {
    await tx.update(leads).set({ crmContactId: '51' });
    await tx.update(leads).set({ crmDealId: '90' }).where(eq(leads.id, 1));
  });
}

let lastId = 0;

/** Makes a deal's change of stage as HubSpot sends it. */
export const dealEvent = (stage: string, occurredAt = START + 1000, dealId = '90') =>
  stageEvent({ dealId, stage, occurredAt, eventId: ++lastId });

/** Makes a contact's change of one field. */
export const contactEvent = (property: string, value: string, occurredAt = START + 1000) => ({
  ...dealEvent('', occurredAt, '51'),
  subscriptionType: 'contact.propertyChange',
  propertyName: property,
  propertyValue: value,
});

/** Returns the counts of the reply: received, processed, duplicates. */
export const sendEvents = (events: unknown) => eventCounts(sendCrmWebhook(events));
