import { and, eq, lt, type SQL, sql } from 'drizzle-orm';
import { retentionStart } from '#lib/domain/privacy/rules.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { webhookEvents } from '#lib/platform/db/schema/webhooks.ts';

type NewEvent = Omit<typeof webhookEvents.$inferInsert, 'id' | 'outcome'>;
type Source = NewEvent['source'];

/** Stores an event as it came, before it is processed. Returns null for a repeated event. */
export async function storeEvent(tx: Tx, event: NewEvent): Promise<number | null> {
  const [row] = await tx
    .insert(webhookEvents)
    .values({ ...event, outcome: 'stored' })
    .onConflictDoNothing()
    .returning({ id: webhookEvents.id });
  return row?.id ?? null;
}

export async function markProcessed(tx: Tx, id: number): Promise<void> {
  await tx.update(webhookEvents).set({ outcome: 'processed' }).where(eq(webhookEvents.id, id));
}

/** Marks the events about these subjects as processed. Requires a transaction. */
export async function markAllProcessed(tx: Tx, source: Source, subjects: SQL): Promise<void> {
  const condition = and(eq(webhookEvents.source, source), sql`subject in ${subjects}`);
  await tx.update(webhookEvents).set({ outcome: 'processed' }).where(condition);
}

/**
 * Erases the content of events. Their keys stay, so that a repeated event does not count as new.
 */
export async function blankEvents(tx: Tx, condition: SQL): Promise<void> {
  await tx
    .update(webhookEvents)
    .set({ body: '{}', subject: null, replaces: null })
    .where(condition);
}

/**
 * Erases events and remembers their subjects, so that later events about them are erased too.
 * `erasedSubjects` selects `subject` and `until`, the time (ms) until which it must be remembered
 * at least, or null. Requires a transaction.
 */
export async function forgetEvents(
  tx: Tx,
  source: Source,
  { erasedSubjects, now }: { erasedSubjects: SQL; now: number },
): Promise<void> {
  const subjects = sql`(select subject from (${erasedSubjects}))`;
  await tx.run(sql`insert or ignore into webhook_events
      (source, event_key, kind, body, outcome, occurred_at, received_at)
    select ${source}, 'erased:' || subject, 'erased', '{}', 'stored', ${now}, max(${now}, coalesce(until, 0))
    from (${erasedSubjects}) where subject is not null`);
  await blankEvents(
    tx,
    sql`id in (select id from webhook_events where source = ${source} and subject in ${subjects}
      union select id from webhook_events where source = ${source} and replaces in ${subjects})`,
  );
}

/** Deletes old events of providers. The changes that they made to a lead stay. */
export async function sweepWebhookEvents(now: number): Promise<void> {
  const keptFrom = retentionStart('webhookEvent', now);
  await getDb().write((tx) =>
    tx.delete(webhookEvents).where(lt(webhookEvents.receivedAt, keptFrom)),
  );
}
