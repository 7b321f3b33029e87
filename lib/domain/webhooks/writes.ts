import { eq, lt } from 'drizzle-orm';
import { keptSince } from '#lib/domain/privacy/rules.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { later } from '#lib/platform/db/later.ts';
import { webhookEvents } from '#lib/platform/db/schema/webhooks.ts';

export type NewEvent = Pick<
  typeof webhookEvents.$inferInsert,
  'source' | 'eventKey' | 'kind' | 'subject' | 'replaces' | 'body' | 'occurredAt' | 'receivedAt'
>;

/** Keeps an event as it came, before anything is made of it. Null: it was here already. */
export async function storeEvent(tx: Tx, event: NewEvent): Promise<number | null> {
  const [row] = await tx
    .insert(webhookEvents)
    .values({ ...event, outcome: 'stored' })
    .onConflictDoNothing()
    .returning({ id: webhookEvents.id });
  return row?.id ?? null;
}

/** The event changed something of ours. */
export async function markProcessed(tx: Tx, id: number): Promise<void> {
  await later(
    tx,
    tx.update(webhookEvents).set({ outcome: 'processed' }).where(eq(webhookEvents.id, id)),
  );
}

/** Forgets what providers sent long ago; what was made of it stays with the lead. */
export async function sweepWebhookEvents(now: number): Promise<void> {
  const before = keptSince('webhookEvent', now);
  await getDb().write((tx) => tx.delete(webhookEvents).where(lt(webhookEvents.receivedAt, before)));
}
