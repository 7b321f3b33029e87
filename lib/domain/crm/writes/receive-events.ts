import { sql } from 'drizzle-orm';
import { type CrmEvent, parseCrmEvent } from '#lib/domain/crm/schema.ts';
import { applyCrmEvent } from '#lib/domain/crm/writes/apply-event.ts';
import { isErased } from '#lib/domain/webhooks/reads.ts';
import { blankEvents, markProcessed, storeEvent } from '#lib/domain/webhooks/writes.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';

/**
 * Events per write. Small batches let forms write in between, and a remote database ends a
 * transaction after 5 s.
 */
const BATCH_SIZE = 10;

/** Stores and applies each event once. `processed` counts the events that changed a lead. */
export async function receiveCrmEvents(bodies: readonly Record<string, unknown>[], now: number) {
  const events = bodies
    .map((body) => ({ body, event: parseCrmEvent(body, now) }))
    .sort((a, b) => a.event.occurredAt - b.event.occurredAt);
  const counts = { received: events.length, processed: 0, duplicates: 0 };
  for (let from = 0; from < events.length; from += BATCH_SIZE) {
    const outcomes = await getDb().write(async (tx) => {
      const batchOutcomes: Outcome[] = [];
      for (const { body, event } of events.slice(from, from + BATCH_SIZE)) {
        batchOutcomes.push(await receiveEvent(tx, event, { body: JSON.stringify(body), now }));
      }
      return batchOutcomes;
    });
    for (const outcome of outcomes) if (outcome !== 'stored') counts[outcome] += 1;
  }
  return counts;
}

type Outcome = 'processed' | 'duplicates' | 'stored';

async function receiveEvent(
  tx: Tx,
  event: CrmEvent,
  { body, now }: { body: string; now: number },
): Promise<Outcome> {
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
  if (await applyCrmEvent(tx, event, now)) {
    await markProcessed(tx, id);
    return 'processed';
  }
  // If a person wrote again after their erasure, the event changed the new lead. An event that
  // changed no lead is erased.
  if (await isErased(tx, 'crm', [event.subject])) await blankEvents(tx, sql`id = ${id}`);
  return 'stored';
}
