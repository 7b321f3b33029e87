import { eq } from 'drizzle-orm';
import { enqueueDelivery } from '#lib/domain/deliveries/writes/queue.ts';
import { pendingEventKinds } from '#lib/domain/requests/leads/pending.ts';
import { leadCrmPartition } from '#lib/domain/requests/leads/rules.ts';
import type { LeadEvent } from '#lib/domain/requests/leads/schema.ts';
import { updatePending } from '#lib/domain/requests/leads/writes/update-pending.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { insertRow } from '#lib/platform/db/insert-row.ts';
import { leadEvents, leads } from '#lib/platform/db/schema/leads.ts';
import { now } from '#lib/platform/process/clock.ts';

type NewEvent = {
  leadId: number;
  event: LeadEvent;
  actor: string;
  /** When it happened (ms), by the provider's clock if a provider reported it. */
  at: number;
};

/**
 * Adds an event to a lead and returns its id. The stored `key` shows later that an event is a
 * repetition.
 */
export async function addLeadEvent(
  tx: Tx,
  { leadId, event, actor, at }: NewEvent,
  key?: string,
): Promise<number> {
  const { kind, ...detail } = event;
  const row = { leadId, kind, actor, detail: { ...detail, key }, at };
  const id = await insertRow(tx, leadEvents, row);
  if (pendingEventKinds.includes(kind) || kind === 'booking')
    await updatePending(tx, eq(leads.id, leadId), now());
  return id;
}

/**
 * Queues a note for the CRM. It is in the partition of the lead's record, so it is sent after the
 * record.
 */
export async function noteInCrm(
  tx: Tx,
  { leadId, eventId, now }: { leadId: number; eventId: number; now: number },
): Promise<void> {
  const partition = leadCrmPartition(leadId);
  await enqueueDelivery(tx, { partition, kind: 'lead.crm-note', payload: { eventId }, now });
}
