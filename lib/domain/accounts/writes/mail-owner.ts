import type { DeliveryKind } from '#lib/domain/deliveries/copy.ts';
import { enqueueDelivery } from '#lib/domain/deliveries/writes.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { randomId } from '#lib/platform/security/ids.ts';

type OwnerMail = { kind: DeliveryKind; payload?: object; now: number };

/** Inside a write. A lane for each mail: what is urgent does not wait behind what failed before it. */
export async function mailOwner(
  tx: Tx,
  accountId: string,
  { kind, payload, now }: OwnerMail,
): Promise<void> {
  const lane = `account:${accountId}/${kind}/${randomId()}`;
  await enqueueDelivery(tx, { lane, kind, payload: { accountId, ...payload }, now });
}
