import { and, eq, isNotNull } from 'drizzle-orm';
import { type LeadEvent, storedEvent } from '#lib/domain/requests/leads/schema.ts';
import { getGuaranteeRequest } from '#lib/domain/requests/submissions/reads.ts';
import type { GuaranteeRequest } from '#lib/domain/requests/submissions/view.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { leadEvents, leads } from '#lib/platform/db/schema/leads.ts';

export type CrmLead = typeof leads.$inferSelect & { request: GuaranteeRequest | null };

/** Finds a lead with its fields for the CRM. Returns null if the lead was erased. */
export async function findCrmLead(id: number): Promise<CrmLead | null> {
  const [row] = await getDb().read.select().from(leads).where(eq(leads.id, id)).limit(1);
  if (!row || row.erasedAt !== null) return null;
  const request = row.submissionId === null ? null : await getGuaranteeRequest(row.submissionId);
  return { ...row, request };
}

export type CrmLeadEvent = { id: number; leadId: number; at: number; event: LeadEvent };

export async function findLeadNews(id: number): Promise<CrmLeadEvent | null> {
  const [row] = await getDb().read.select().from(leadEvents).where(eq(leadEvents.id, id)).limit(1);
  if (!row) return null;
  const event = storedEvent.parse(row);
  return { id, leadId: row.leadId, at: row.at, event };
}

/**
 * Finds the remaining row of an erased lead, from which the lead's keys in the CRM are computed.
 * Returns null if the lead was not erased.
 */
export async function findErasedLead(id: number) {
  const [row] = await getDb()
    .read.select({ submissionId: leads.submissionId, createdAt: leads.createdAt })
    .from(leads)
    .where(and(eq(leads.id, id), isNotNull(leads.erasedAt)))
    .limit(1);
  return row ?? null;
}

/** Lists the ids of a lead's events about bookings. Each such event has a note in the CRM. */
export async function listMeetingEventIds(leadId: number): Promise<number[]> {
  const rows = await getDb()
    .read.select({ id: leadEvents.id })
    .from(leadEvents)
    .where(and(eq(leadEvents.leadId, leadId), eq(leadEvents.kind, 'booking')));
  return rows.map(({ id }) => id);
}
