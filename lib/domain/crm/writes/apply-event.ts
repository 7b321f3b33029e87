import { and, desc, eq, isNull, lt, lte, or } from 'drizzle-orm';
import { mergeContactFields, stateOfStage } from '#lib/domain/crm/rules.ts';
import type { CrmEvent } from '#lib/domain/crm/schema.ts';
import { nameParts } from '#lib/domain/crm/view.ts';
import { insertContactIfNew } from '#lib/domain/crm/writes/contacts.ts';
import { issueProgress } from '#lib/domain/issued-guarantees/reads/guarantees.ts';
import { addLeadEvent } from '#lib/domain/requests/leads/writes/add-lead-event.ts';
import { changeRequestState } from '#lib/domain/requests/leads/writes/move-request.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { normalizeEmail } from '#lib/platform/mail/email-address.ts';

type Lead = typeof leads.$inferSelect;

/**
 * Applies an event of the CRM. Events may come repeatedly and in any order. Returns whether this
 * one changed a lead.
 */
export async function applyCrmEvent(tx: Tx, event: CrmEvent, now: number): Promise<boolean> {
  const { change } = event;
  if (change?.what === 'stage') return applyStage(tx, { ...event, change }, now);
  if (change?.what === 'contact') return applyContact(tx, { ...event, change });
  return false;
}

type EventOf<What> = Omit<CrmEvent, 'change'> & {
  change: Extract<CrmEvent['change'], { what: What }>;
};

async function applyStage(tx: Tx, event: EventOf<'stage'>, now: number): Promise<boolean> {
  const to = stateOfStage(event.change.stage, getEnv().hubspot.stages);
  if (!to) return false;
  const request = await findRequest(tx, event);
  if (!request) return false;
  const { leadId, submissionId } = request;
  const at = event.occurredAt;
  if (to === 'emitida' && submissionId !== null) {
    const { state, isWhole } = await issueProgress(submissionId, tx);
    if (state !== 'emitida' && !isWhole) return markUnrecorded(tx, leadId, at);
  }
  return changeRequestState(tx, { leadId, to, actor: 'crm', at, now });
}

/**
 * Notes that the CRM calls a request issued although guarantees of it are not recorded yet, and
 * puts the lead back to be handled. Returns false if this was known.
 */
async function markUnrecorded(tx: Tx, leadId: number, at: number): Promise<boolean> {
  const newerCondition = and(
    or(isNull(leads.stateAt), lte(leads.stateAt, at)),
    or(isNull(leads.crmIssuedAt), lt(leads.crmIssuedAt, at)),
  );
  const updated = await tx
    .update(leads)
    .set({ crmIssuedAt: at, handledAt: null })
    .where(and(eq(leads.id, leadId), newerCondition))
    .returning({ id: leads.id });
  if (updated.length === 0) return false;
  await addLeadEvent(tx, { leadId, event: { kind: 'unrecorded' }, actor: 'crm', at });
  return true;
}

/** Finds the request of a deal or, without a deal, the newest one of the e-mail. */
async function findRequest(tx: Tx, { subject, email }: CrmEvent) {
  const dealId = idIn('deal', subject);
  const find = (condition: ReturnType<typeof eq>) =>
    tx
      .select({ leadId: leads.id, submissionId: leads.submissionId })
      .from(leads)
      .where(and(condition, eq(leads.kind, 'garantia')))
      .orderBy(desc(leads.id))
      .limit(1);
  const named = dealId ? eq(leads.crmDealId, dealId) : email ? eq(leads.email, email) : null;
  const [row] = named ? await find(named) : [];
  return row;
}

/** Maximum number of leads that one event updates, far more than one person has. */
const MAX_LEADS = 100;

async function applyContact(tx: Tx, event: EventOf<'contact'>): Promise<boolean> {
  const contactId = idIn('contact', event.subject);
  let changed = contactId !== null && (await linkByEmail(tx, contactId, event.email));
  const ofContact = contactId ? eq(leads.crmContactId, contactId) : null;
  const condition = ofContact ?? (event.email ? eq(leads.email, event.email) : null);
  if (!condition) return changed;
  const rows = await tx
    .select()
    .from(leads)
    .where(condition)
    .orderBy(desc(leads.id))
    .limit(MAX_LEADS);
  for (const lead of rows) if (await updateLead(tx, lead, event)) changed = true;
  return changed;
}

/** Links leads with the contact's e-mail that have no contact yet. */
async function linkByEmail(tx: Tx, crmContactId: string, email: string | null): Promise<boolean> {
  if (!email) return false;
  const linked = await tx
    .update(leads)
    .set({ crmContactId })
    .where(and(eq(leads.email, email), isNull(leads.crmContactId)))
    .returning({ id: leads.id });
  if (linked.length === 0) return false;
  await insertContactIfNew(tx, email, crmContactId);
  return true;
}

/**
 * Updates name, phone and company of a lead. Its e-mail stays, because CRMs merge contacts with
 * several e-mails.
 */
async function updateLead(tx: Tx, lead: Lead, event: EventOf<'contact'>): Promise<boolean> {
  const at = event.occurredAt;
  // A value of the CRM from before the lead is older than what the person typed.
  if (at < lead.createdAt) return false;
  const storedContact = lead.crmContact ?? { given: lead.name, fields: {} };
  const merged = mergeContactFields(storedContact, { fields: event.change.fields, at });
  if (!merged) return false;
  const { first, last } = nameParts(lead, merged.given);
  const { firstname, lastname, phone, company, email } = merged.fields;
  const name = [firstname?.value ?? first, lastname?.value ?? last].filter(Boolean).join(' ');
  const updatedFields = {
    name: firstname || lastname ? name : lead.name,
    phone: phone?.value ?? lead.phone,
    company: company?.value ?? lead.company,
  };
  await tx
    .update(leads)
    .set({ ...updatedFields, crmContact: merged })
    .where(eq(leads.id, lead.id));
  const former = { ...lead, email: storedContact.fields.email?.value ?? lead.email };
  const current = {
    ...updatedFields,
    email: (email && normalizeEmail(email.value.toLowerCase())) ?? former.email,
  };
  const changed = Object.fromEntries(
    (['name', 'phone', 'company', 'email'] as const)
      .filter((field) => current[field] !== former[field])
      .map((field) => [field, current[field] ?? '']),
  );
  if (Object.keys(changed).length === 0) return false;
  const leadId = lead.id;
  await addLeadEvent(tx, { leadId, event: { kind: 'crm', changed }, actor: 'crm', at });
  return true;
}

function idIn(entity: 'contact' | 'deal', subject: string | null): string | null {
  return subject?.startsWith(`${entity}:`) ? subject.slice(entity.length + 1) : null;
}
