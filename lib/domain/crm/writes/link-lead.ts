import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { parseCrmEvent } from '#lib/domain/crm/schema.ts';
import { applyCrmEvent } from '#lib/domain/crm/writes/apply-event.ts';
import { insertContactIfNew } from '#lib/domain/crm/writes/contacts.ts';
import { listEventsAbout } from '#lib/domain/webhooks/reads.ts';
import { markProcessed } from '#lib/domain/webhooks/writes.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';

type Link = { crmContactId: string } | { crmDealId: string };

/** Links a lead to its CRM id, and applies earlier events about that id. */
export async function linkLead(leadId: number, link: Link, now: number): Promise<void> {
  await getDb().write(async (tx) => {
    const unerasedCondition = and(eq(leads.id, leadId), isNull(leads.erasedAt));
    const [lead] = await tx
      .update(leads)
      .set(link)
      .where(unerasedCondition)
      .returning({ email: leads.email });
    if (lead && 'crmContactId' in link) {
      await insertContactIfNew(tx, lead.email, link.crmContactId);
      // An e-mail has one contact in the CRM, so all other leads with the e-mail get the same
      // contact.
      const sameEmailCondition = and(eq(leads.email, lead.email), isNotNull(leads.crmContactId));
      await tx
        .update(leads)
        .set(link)
        .where(and(sameEmailCondition, isNull(leads.erasedAt)));
    }
    const subject = 'crmDealId' in link ? `deal:${link.crmDealId}` : `contact:${link.crmContactId}`;
    await applyEarlierEvents(tx, subject, now);
  });
}

async function applyEarlierEvents(tx: Tx, subject: string, now: number): Promise<void> {
  const storedEvents = await listEventsAbout(tx, { source: 'crm', subject });
  for (const { id, body, occurredAt, outcome } of storedEvents) {
    if (outcome !== 'stored') continue;
    const event = { ...parseCrmEvent(JSON.parse(body), occurredAt), occurredAt };
    if (await applyCrmEvent(tx, event, now)) await markProcessed(tx, id);
  }
}
