import { eventLine } from '#lib/domain/inbox/copy.ts';
import type { Lead } from '#lib/domain/inbox/reads/get-lead.ts';
import type { StoredLead } from '#lib/domain/inbox/reads/rows.ts';
import type { LeadDetail, LeadRow } from '#lib/domain/inbox/schema.ts';

export function leadRowView(lead: StoredLead): LeadRow {
  const {
    assignedTo,
    assigneeEmail,
    crmContactId,
    handledAt,
    createdAt,
    erasedAt,
    state,
    ...rest
  } = lead;
  return {
    ...rest,
    state: lead.kind === 'garantia' ? state : null,
    handledAt: timeOf(handledAt),
    assignedTo: assignedTo === null ? null : { id: assignedTo, email: assigneeEmail },
    inCrm: crmContactId !== null,
    createdAt: new Date(createdAt).toISOString(),
    erasedAt: timeOf(erasedAt),
  };
}

export function leadDetailView(lead: Lead): LeadDetail {
  return {
    ...leadRowView(lead),
    sections: lead.sections,
    consent: {
      version: lead.consentVersion,
      address: lead.consentAddress,
      at: new Date(lead.createdAt).toISOString(),
    },
    crm: { contactId: lead.crmContactId, dealId: lead.crmDealId },
    events: lead.events.map(({ id, at, actor, event }) => ({
      id,
      at: new Date(at).toISOString(),
      kind: event.kind,
      ...eventLine(event),
      actor,
    })),
    bookings: lead.bookings.map(({ title, state, startsAt, location }) => ({
      title,
      state,
      startsAt: timeOf(startsAt),
      location,
    })),
    deliveries: lead.deliveries.map(({ dueAt: _, createdAt, settledAt, ...delivery }) => ({
      ...delivery,
      createdAt: new Date(createdAt).toISOString(),
      settledAt: timeOf(settledAt),
    })),
  };
}

/** The lead of a delivery's lane (`lead:12/mail`); null for lanes of accounts and the like. */
export function leadIdOfLane(lane: string): number | null {
  const [, id] = /^lead:(\d{1,15})\//.exec(lane) ?? [];
  return id ? Number(id) : null;
}

function timeOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
