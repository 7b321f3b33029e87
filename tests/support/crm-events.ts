import { eq } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { publicBody } from '#tests/support/bodies.ts';
import { contactBody, sendContact } from '#tests/support/contact.ts';
import { stageEvent } from '#tests/support/providers/hubspot-replies.ts';
import { submit } from '#tests/support/submissions.ts';
import { countsOf, sendCrm } from '#tests/support/webhooks.ts';
import { START } from '#tests/support/world.ts';

/** Sends two leads of CRM contact 51: lead 1, a request with deal 90, and lead 2, a form. */
export async function sendKnownLeads(): Promise<void> {
  await submit(publicBody);
  await sendContact(contactBody);
  await getDb().write(async (tx) => {
    await tx.update(leads).set({ crmContactId: '51' });
    await tx.update(leads).set({ crmDealId: '90' }).where(eq(leads.id, 1));
  });
}

let lastId = 0;

/** Makes a deal's change of stage as HubSpot sends it. */
export const stage = (stage: string, occurredAt = START + 1000, dealId = '90') =>
  stageEvent({ dealId, stage, occurredAt, eventId: ++lastId });

/** Makes a contact's change of one field. */
export const contact = (property: string, value: string, occurredAt = START + 1000) => ({
  ...stage('', occurredAt, '51'),
  subscriptionType: 'contact.propertyChange',
  propertyName: property,
  propertyValue: value,
});

/** Returns the counts of the reply: received, processed, duplicates. */
export const tell = (events: unknown) => countsOf(sendCrm(events));
