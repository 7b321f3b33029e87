import {
  type CrmLead,
  findCrmLead,
  findErasedLead,
  findLeadNews,
  listMeetingEventIds,
} from '#lib/domain/crm/reads.ts';
import { crmKey, leadNote, newsNote, toCrmContact, toCrmDeal } from '#lib/domain/crm/view.ts';
import { forgetContact, restoreContactIfLinked } from '#lib/domain/crm/writes/contacts.ts';
import { linkLead } from '#lib/domain/crm/writes/link-lead.ts';
import { skip } from '#lib/domain/deliveries/rules.ts';
import type { DeliveryHandlers } from '#lib/domain/deliveries/worker.ts';
import { forgetPayload } from '#lib/domain/deliveries/writes/arrivals.ts';
import { ERASED } from '#lib/domain/requests/leads/copy.ts';
import { getCrm } from '#lib/platform/crm/client.ts';
import type { CrmPort } from '#lib/platform/crm/crm.ts';

/**
 * Deliveries to the CRM. Each step may be repeated, and its result is stored, so that a retry
 * continues from there.
 */
export const crmHandlers = {
  'lead.crm': async ({ leadId }, { now }) => {
    const crm = getCrm();
    const lead = await findCrmLead(leadId);
    if (!lead) return skip('not_found');
    const contactId = await ensureContact(crm, lead, now);
    const dealId = await ensureDeal(crm, lead, { contactId, now });
    await crm.createNote({
      key: crmKey('lead', lead.id, lead),
      html: leadNote(lead),
      at: lead.createdAt,
      contactId,
      dealId,
    });
  },

  'lead.crm-note': async ({ eventId }, { now }) => {
    const crm = getCrm();
    const news = await findLeadNews(eventId);
    const html = news && newsNote(news);
    const lead = html && (await findCrmLead(news.leadId));
    if (!lead) return skip('not_found');
    await crm.createNote({
      key: crmKey('evento', news.id, lead),
      html,
      at: news.at,
      // If the delivery of the lead was given up, the contact is created here.
      contactId: lead.crmContactId ?? (await ensureContact(crm, lead, now)),
      dealId: lead.crmDealId ?? undefined,
    });
  },

  'lead.crm-erase': async ({ leadId, email, contactIds }, { idempotencyKey, now }) => {
    const lead = await findErasedLead(leadId);
    if (!lead) return skip('not_found');
    const crm = getCrm();
    await eraseLead(crm, leadId, lead);
    const crmContact = email ? await crm.findContact(email) : null;
    for (const contactId of new Set([...contactIds, ...(crmContact ? [crmContact] : [])])) {
      if (await restoreContactIfLinked(contactId, email)) continue;
      // Stored events are erased first, because a retry would not find the contact again.
      await forgetContact(contactId, now);
      await crm.eraseContact(contactId);
    }
    await forgetPayload(idempotencyKey, { leadId });
  },
} satisfies DeliveryHandlers;

type ErasedLead = NonNullable<Awaited<ReturnType<typeof findErasedLead>>>;

async function eraseLead(crm: CrmPort, leadId: number, lead: ErasedLead): Promise<void> {
  await crm.eraseNote(crmKey('lead', leadId, lead));
  if (lead.submissionId !== null) {
    const name = `Solicitud N.º ${lead.submissionId} · ${ERASED}`;
    await crm.renameDeal(crmKey('solicitud', lead.submissionId, lead), name);
  }
  for (const eventId of await listMeetingEventIds(leadId)) {
    await crm.eraseNote(crmKey('evento', eventId, lead));
  }
}

async function ensureContact(crm: CrmPort, lead: CrmLead, now: number): Promise<string> {
  const contactId = await crm.upsertContact(toCrmContact(lead));
  if (contactId !== lead.crmContactId) await linkLead(lead.id, { crmContactId: contactId }, now);
  return contactId;
}

async function ensureDeal(
  crm: CrmPort,
  lead: CrmLead,
  { contactId, now }: { contactId: string; now: number },
): Promise<string | undefined> {
  if (lead.crmDealId) return lead.crmDealId;
  if (!lead.request) return undefined;
  const dealId = await crm.createDeal({ ...toCrmDeal(lead, lead.request), contactId });
  await linkLead(lead.id, { crmDealId: dealId }, now);
  return dealId;
}
