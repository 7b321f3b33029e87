import { sql } from 'drizzle-orm';
import { findCompanyOf } from '#lib/domain/accounts/companies/reads.ts';
import { enqueueDelivery } from '#lib/domain/deliveries/writes/queue.ts';
import { privacyVersion } from '#lib/domain/privacy/copy.ts';
import { leadCrmPartition } from '#lib/domain/requests/leads/rules.ts';
import type { LeadEvent } from '#lib/domain/requests/leads/schema.ts';
import { addLeadEvent, noteInCrm } from '#lib/domain/requests/leads/writes/add-lead-event.ts';
import { copyTenders, startTenderWatch } from '#lib/domain/requests/leads/writes/tenders.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { insertRow } from '#lib/platform/db/insert-row.ts';
import type { bookings } from '#lib/platform/db/schema/bookings.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import type { GuestCtx } from '#lib/platform/operations/operation.ts';

type NewLead = Pick<
  typeof leads.$inferInsert,
  | 'id'
  | 'kind'
  | 'submissionId'
  | 'name'
  | 'email'
  | 'companyId'
  | 'phone'
  | 'rut'
  | 'company'
  | 'tenderId'
  | 'answers'
  | 'dueAt'
  | 'about'
  | 'idempotencyKey'
  | 'bodyHash'
>;

/** Adds a lead in the transaction of its submission or form. Returns the id of the lead. */
export async function createLead(tx: Tx, ctx: GuestCtx, lead: NewLead): Promise<number> {
  const { now } = ctx;
  const email = lead.email.toLowerCase();
  const { companyId = await findCompanyOf(lead, tx) } = lead;
  const leadId = await insertRow(tx, leads, {
    ...lead,
    email,
    companyId,
    consentVersion: privacyVersion,
    consentIp: ctx.ip,
    httpRequestId: ctx.requestId,
    createdAt: now,
    unansweredSince: now,
  });
  if (lead.tenderId) {
    await copyTenders(tx, sql`leads.id = ${leadId}`);
    await startTenderWatch(tx, lead.tenderId);
  }
  const partition = leadCrmPartition(leadId);
  await enqueueDelivery(tx, { partition, kind: 'lead.crm', payload: { leadId }, now });
  await takeBookings(tx, { leadId, email, now });
  return leadId;
}

type TakenBooking = Pick<typeof bookings.$inferSelect, 'state' | 'startsAt'> & { at: number };

/** Attaches bookings with this e-mail that do not belong to a lead yet. */
async function takeBookings(
  tx: Tx,
  { leadId, email, now }: { leadId: number; email: string; now: number },
): Promise<void> {
  const assigned = await tx.all<TakenBooking>(sql`
    update bookings set lead_id = ${leadId} where email = ${email} and lead_id is null
    returning state, starts_at as "startsAt", event_at as at`);
  for (const { at, ...booking } of assigned.sort((a, b) => a.at - b.at)) {
    if (booking.state === 'rescheduled') continue;
    const event: LeadEvent = { kind: 'booking', ...booking };
    const eventId = await addLeadEvent(tx, { leadId, event, actor: 'scheduling', at });
    await noteInCrm(tx, { leadId, eventId, now });
  }
}
