import type { DeliveryKind } from '#lib/domain/deliveries/copy.ts';
import { enqueueDelivery } from '#lib/domain/deliveries/writes/queue.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { randomId } from '#lib/platform/security/ids.ts';

type OwnerMail = { kind: DeliveryKind; payload?: object; now: number };

/**
 * Queues a mail to the account's owner. Each mail has its own partition of the queue, so that a
 * failing one does not delay an urgent one.
 */
export async function mailOwner(
  tx: Tx,
  accountId: string,
  { kind, payload, now }: OwnerMail,
): Promise<void> {
  const partition = `account:${accountId}/${kind}/${randomId()}`;
  await enqueueDelivery(tx, { partition, kind, payload: { accountId, ...payload }, now });
}
