import { type CrmEvent, readCrmEvent } from '#lib/domain/crm/schema.ts';
import { applyCrmEvent } from '#lib/domain/crm/writes/apply-event.ts';
import { wakeDeliveries } from '#lib/domain/deliveries/wake.ts';
import { markProcessed, storeEvent } from '#lib/domain/webhooks/writes.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';

export type Received = { received: number; processed: number; duplicates: number };

/**
 * Keeps what the CRM sent and makes of it what it means, in one transaction, each event once.
 * `processed`: those that changed something.
 */
export async function receiveCrmEvents(
  raw: readonly Record<string, unknown>[],
  now: number,
): Promise<Received> {
  const events = raw
    .map((body) => ({ body, event: readCrmEvent(body, now) }))
    .sort((a, b) => a.event.occurredAt - b.event.occurredAt);
  const counts = await getDb().write(async (tx) => {
    const sofar = { received: events.length, processed: 0, duplicates: 0 };
    for (const { body, event } of events) {
      const outcome = await receiveOne(tx, event, { body: JSON.stringify(body), now });
      if (outcome !== 'stored') sofar[outcome] += 1;
    }
    return sofar;
  });
  wakeDeliveries();
  return counts;
}

async function receiveOne(
  tx: Tx,
  event: CrmEvent,
  { body, now }: { body: string; now: number },
): Promise<'processed' | 'duplicates' | 'stored'> {
  const id = await storeEvent(tx, {
    source: 'crm',
    eventKey: event.key,
    kind: event.kind,
    subject: event.subject,
    body,
    occurredAt: event.occurredAt,
    receivedAt: now,
  });
  if (id === null) return 'duplicates';
  if (!(await applyCrmEvent(tx, event, now))) return 'stored';
  await markProcessed(tx, id);
  return 'processed';
}
