import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#lib/platform/db/client.ts';
import { deliveries } from '#lib/platform/db/schema/deliveries.ts';

/** Deletes deliveries, also those that were sent. Requires a transaction. */
export async function deleteDeliveries(tx: Tx, condition: SQL): Promise<void> {
  await tx.delete(deliveries).where(condition);
}

/**
 * Changes what deliveries carry. `payload` is the SQL of the new JSON. Mails are composed from it
 * when they are sent. Requires a transaction.
 */
export async function changePayloads(tx: Tx, condition: SQL, payload: SQL): Promise<void> {
  await tx.update(deliveries).set({ payload }).where(condition);
}

/**
 * Gives a new key to waiting mails that were tried, because the provider refuses a known key with
 * another recipient, and makes them due. Requires a transaction.
 */
export async function renewTriedMails(tx: Tx, condition: SQL, now: number): Promise<void> {
  await tx.run(sql`update deliveries set idempotency_key = lower(hex(randomblob(16))),
      due_at = iif(due_at is null, null, max(${now}, coalesce(not_before, 0)))
    where state = 'waiting' and lease_owner is null and attempts > 0 and channel = 'mail'
      and ${condition}`);
}
