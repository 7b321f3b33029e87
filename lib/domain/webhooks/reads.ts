import { and, desc, eq, inArray, ne, or } from 'drizzle-orm';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { webhookEvents } from '#lib/platform/db/schema/webhooks.ts';

/** Maximum number of events about one subject. No provider sends that many. */
const MAX_EVENTS = 500;

/** Lists the newest events about a booking (by its uid) or an object of the CRM, oldest first. */
export async function listEventsAbout(
  tx: Pick<Tx, 'select'>,
  { source, subject }: { source: 'scheduling' | 'crm'; subject: string },
) {
  const condition = or(eq(webhookEvents.subject, subject), eq(webhookEvents.replaces, subject));
  const events = await tx
    .select()
    .from(webhookEvents)
    .where(and(eq(webhookEvents.source, source), condition))
    .orderBy(desc(webhookEvents.occurredAt), desc(webhookEvents.eventKey))
    .limit(MAX_EVENTS);
  return events.reverse();
}

export async function isErased(
  tx: Tx,
  source: typeof webhookEvents.$inferInsert.source,
  subjects: readonly (string | null)[],
): Promise<boolean> {
  const keys = subjects.flatMap((subject) => (subject === null ? [] : `erased:${subject}`));
  if (keys.length === 0) return false;
  const knownCondition = and(
    eq(webhookEvents.source, source),
    inArray(webhookEvents.eventKey, keys),
  );
  return (
    (await tx.select({ id: webhookEvents.id }).from(webhookEvents).where(knownCondition)).length > 0
  );
}

/** Returns when the newest event of a source arrived (ms), or null if none did. */
export async function findLastReceivedAt(
  source: typeof webhookEvents.$inferInsert.source,
): Promise<number | null> {
  const [row] = await getDb()
    .read.select({ at: webhookEvents.receivedAt })
    .from(webhookEvents)
    .where(and(eq(webhookEvents.source, source), ne(webhookEvents.kind, 'erased')))
    .orderBy(desc(webhookEvents.receivedAt))
    .limit(1);
  return row?.at ?? null;
}
