import { deliveryHandlers } from '#lib/background/delivery-handlers.ts';
import { setDryRunHandlers } from '#lib/domain/deliveries/dry-run.ts';
import { createWorker } from '#lib/domain/deliveries/worker.ts';
import { updateLeadsOfPartitions } from '#lib/domain/requests/leads/writes/update-pending.ts';

type Options = Omit<Parameters<typeof createWorker>[0], 'handlers'>;

/** Makes the app's worker with waits that have no random part. */
export function appWorker(options: Options = {}) {
  setDryRunHandlers(deliveryHandlers);
  return createWorker({
    handlers: deliveryHandlers,
    onDead: updateLeadsOfPartitions,
    random: () => 0.5,
    ...options,
  });
}

export const deliverDue = () => appWorker().drain();
