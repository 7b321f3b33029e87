import type { KindWithPayload } from '#lib/domain/deliveries/schema.ts';
import { enqueueDelivery } from '#lib/domain/deliveries/writes/queue.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { randomId } from '#lib/platform/security/ids.ts';

type OwnerMail = Extract<KindWithPayload, { payload: { accountId: string } }> & { now: number };

/**
 * Queues a mail to the account's owner. Each mail has its own partition of the queue, so that a
 * failing one does not delay an urgent one.
 */
export async function mailOwner(tx: Tx, mail: OwnerMail): Promise<void> {
  const partition = `account:${mail.payload.accountId}/${mail.kind}/${randomId()}`;
  await enqueueDelivery(tx, { ...mail, partition });
}
