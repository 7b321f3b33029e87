import type { Handler } from '#lib/domain/deliveries/worker.ts';
import { draftDeliveries } from '#lib/domain/drafts/deliveries.ts';
import { guaranteeDeliveries } from '#lib/domain/guarantees/deliveries.ts';

/** Who delivers each kind. A kind without a handler would wait for ever, so tests compare them. */
export const deliveryHandlers: Record<string, Handler> = {
  ...draftDeliveries,
  ...guaranteeDeliveries,
};
