import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#lib/platform/db/client.ts';
import { leadEvents } from '#lib/platform/db/schema/leads.ts';

type PaymentEvents = { buyOrder: string; from: number | null; to: number | null };

/**
 * Moves the events of a payment from the history of one lead to that of another, or deletes them
 * without `to`. Returns the ids of the moved events. Requires a transaction.
 */
export async function movePaymentEvents(
  tx: Tx,
  { buyOrder, from, to }: PaymentEvents,
): Promise<number[]> {
  if (from === null) return [];
  const { id, kind, detail } = leadEvents;
  const condition = and(
    eq(leadEvents.leadId, from),
    eq(kind, 'payment'),
    sql`${detail} ->> '$.buyOrder' = ${buyOrder}`,
  );
  if (to === null) {
    await tx.delete(leadEvents).where(condition);
    return [];
  }
  const moved = await tx.update(leadEvents).set({ leadId: to }).where(condition).returning({ id });
  return moved.map((event) => event.id);
}
