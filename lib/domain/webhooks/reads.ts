import { and, desc, eq, or } from 'drizzle-orm';
import type { Tx } from '#lib/platform/db/client.ts';
import { webhookEvents } from '#lib/platform/db/schema/webhooks.ts';

export type StoredEvent = Pick<
  typeof webhookEvents.$inferSelect,
  'id' | 'kind' | 'subject' | 'replaces' | 'body' | 'occurredAt' | 'eventKey' | 'outcome'
>;

/** More about one thing than any provider sends. */
const MOST = 500;

/** What is known about a booking's uid or an object of the CRM, oldest first; the newest if too much. */
export async function listEventsAbout(
  tx: Pick<Tx, 'select'>,
  { source, subject }: { source: 'scheduling' | 'crm'; subject: string },
): Promise<StoredEvent[]> {
  const about = or(eq(webhookEvents.subject, subject), eq(webhookEvents.replaces, subject));
  const newest = await tx
    .select({
      id: webhookEvents.id,
      kind: webhookEvents.kind,
      subject: webhookEvents.subject,
      replaces: webhookEvents.replaces,
      body: webhookEvents.body,
      occurredAt: webhookEvents.occurredAt,
      eventKey: webhookEvents.eventKey,
      outcome: webhookEvents.outcome,
    })
    .from(webhookEvents)
    .where(and(eq(webhookEvents.source, source), about))
    .orderBy(desc(webhookEvents.occurredAt), desc(webhookEvents.eventKey))
    .limit(MOST);
  return newest.reverse();
}
