import { and, desc, eq, isNull, lt, lte, or } from 'drizzle-orm';
import { mergeContactFields, stateOfStage } from '#lib/domain/crm/rules.ts';
import type { CrmEvent } from '#lib/domain/crm/schema.ts';
import { nameParts } from '#lib/domain/crm/view.ts';
import { insertContactIfNew } from '#lib/domain/crm/writes/contacts.ts';
import { readIssueProgress } from '#lib/domain/issued-guarantees/reads/guarantees.ts';
import { addLeadEvent } from '#lib/domain/requests/leads/writes/add-lead-event.ts';
import { changeRequestState } from '#lib/domain/requests/leads/writes/change-request-state.ts';
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
  if (change?.kind === 'stage') return applyStage(tx, { ...event, change }, now);
  if (change?.kind === 'contact') return applyContact(tx, { ...event, change });
  return false;
}

type EventOf<Kind> = Omit<CrmEvent, 'change'> & {
  change: Extract<CrmEvent['change'], { kind: Kind }>;
};

async function applyStage(tx: Tx, event: EventOf<'stage'>, now: number): Promise<boolean> {
  const newState = stateOfStage(event.change.stage, getEnv().hubspot.stages);
  if (!newState) return false;
  const request = await findRequest(tx, event);
  if (!request) return false;
  const { leadId, submissionId } = request;
  const at = event.occurredAt;
  if (newState === 'emitida' && submissionId !== null) {
    const { state, isComplete: isWhole } = await readIssueProgress(submissionId, tx);
    if (state !== 'emitida' && !isWhole) return markUnrecorded(tx, leadId, at);
  }
  return changeRequestState(tx, { leadId, to: newState, actor: 'crm', at, now });
}

/**
 * Notes that the CRM calls a request issued before all its guarantees are recorded, and puts the
 * lead back among those to handle. Returns false if this was already noted.
 */
async function markUnrecorded(tx: Tx, leadId: number, at: number): Promise<boolean> {
  const newerCondition = and(
    or(isNull(leads.stateAt), lte(leads.stateAt, at)),
    or(isNull(leads.crmIssuedAt), lt(leads.crmIssuedAt, at)),
  );
  const updatedLeads = await tx
    .update(leads)
    .set({ crmIssuedAt: at, handledAt: null })
    .where(and(eq(leads.id, leadId), newerCondition))
    .returning({ id: leads.id });
  if (updatedLeads.length === 0) return false;
  await addLeadEvent(tx, { leadId, event: { kind: 'unrecorded' }, actor: 'crm', at });
  return true;
}

/** Finds the request of a deal or, without a deal, the newest one of the e-mail. */
async function findRequest(tx: Tx, { subject, email }: CrmEvent) {
  const dealId = idFromSubject('deal', subject);
  const selectNewest = (condition: ReturnType<typeof eq>) =>
    tx
      .select({ leadId: leads.id, submissionId: leads.submissionId })
      .from(leads)
      .where(and(condition, eq(leads.kind, 'garantia')))
      .orderBy(desc(leads.id))
      .limit(1);
  const requestCondition = dealId
    ? eq(leads.crmDealId, dealId)
    : email
      ? eq(leads.email, email)
      : null;
  const [row] = requestCondition ? await selectNewest(requestCondition) : [];
  return row;
}

/** Maximum number of leads that one event updates. Nobody has that many. */
const MAX_LEADS = 100;

async function applyContact(tx: Tx, event: EventOf<'contact'>): Promise<boolean> {
  const contactId = idFromSubject('contact', event.subject);
  let hasChanged = contactId !== null && (await linkByEmail(tx, contactId, event.email));
  const contactCondition = contactId ? eq(leads.crmContactId, contactId) : null;
  const condition = contactCondition ?? (event.email ? eq(leads.email, event.email) : null);
  if (!condition) return hasChanged;
  const rows = await tx
    .select()
    .from(leads)
    .where(condition)
    .orderBy(desc(leads.id))
    .limit(MAX_LEADS);
  for (const lead of rows) if (await updateLead(tx, lead, event)) hasChanged = true;
  return hasChanged;
}

/** Links the contact to leads that have its e-mail and no contact yet. */
async function linkByEmail(tx: Tx, crmContactId: string, email: string | null): Promise<boolean> {
  if (!email) return false;
  const linkedLeads = await tx
    .update(leads)
    .set({ crmContactId })
    .where(and(eq(leads.email, email), isNull(leads.crmContactId)))
    .returning({ id: leads.id });
  if (linkedLeads.length === 0) return false;
  await insertContactIfNew(tx, email, crmContactId);
  return true;
}

/**
 * Updates name, phone and company of a lead. The e-mail of the lead stays, because CRMs merge
 * contacts with different e-mails.
 */
async function updateLead(tx: Tx, lead: Lead, event: EventOf<'contact'>): Promise<boolean> {
  const at = event.occurredAt;
  // A value that the CRM had before the lead was sent is older than what the person typed.
  if (at < lead.createdAt) return false;
  const storedContact = lead.crmContact ?? { given: lead.name, fields: {} };
  const mergedContact = mergeContactFields(storedContact, { fields: event.change.fields, at });
  if (!mergedContact) return false;
  const { first, last } = nameParts(lead, mergedContact.given);
  const { firstname, lastname, phone, company, email } = mergedContact.fields;
  const name = [firstname?.value ?? first, lastname?.value ?? last].filter(Boolean).join(' ');
  const updatedFields = {
    name: firstname || lastname ? name : lead.name,
    phone: phone?.value ?? lead.phone,
    company: company?.value ?? lead.company,
  };
  await tx
    .update(leads)
    .set({ ...updatedFields, crmContact: mergedContact })
    .where(eq(leads.id, lead.id));
  const previousFields = { ...lead, email: storedContact.fields.email?.value ?? lead.email };
  const currentFields = {
    ...updatedFields,
    email: (email && normalizeEmail(email.value.toLowerCase())) ?? previousFields.email,
  };
  const changedFields = Object.fromEntries(
    (['name', 'phone', 'company', 'email'] as const)
      .filter((field) => currentFields[field] !== previousFields[field])
      .map((field) => [field, currentFields[field] ?? '']),
  );
  if (Object.keys(changedFields).length === 0) return false;
  const leadId = lead.id;
  await addLeadEvent(tx, {
    leadId,
    event: { kind: 'crm', changed: changedFields },
    actor: 'crm',
    at,
  });
  return true;
}

function idFromSubject(entity: 'contact' | 'deal', subject: string | null): string | null {
  return subject?.startsWith(`${entity}:`) ? subject.slice(entity.length + 1) : null;
}
