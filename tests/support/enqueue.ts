import type { DeliveryKind } from '#lib/domain/deliveries/copy.ts';
import { enqueueDelivery } from '#lib/domain/deliveries/writes.ts';

type Given = Parameters<typeof enqueueDelivery>;

/** Queues a delivery of a kind that the test made up, or that another version of the app knew. */
export function enqueueAny(tx: Given[0], delivery: Omit<Given[1], 'kind'> & { kind: string }) {
  return enqueueDelivery(tx, { ...delivery, kind: delivery.kind as DeliveryKind });
}
