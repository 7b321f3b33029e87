import { accountHandlers } from '#lib/domain/accounts/deliveries.ts';
import { alertHandlers } from '#lib/domain/alerts/deliveries.ts';
import { crmHandlers } from '#lib/domain/crm/deliveries.ts';
import type { DeliveryKind } from '#lib/domain/deliveries/copy.ts';
import type { Handler } from '#lib/domain/deliveries/worker.ts';
import { draftHandlers } from '#lib/domain/drafts/deliveries.ts';
import { guaranteeHandlers } from '#lib/domain/guarantees/deliveries.ts';
import { leadHandlers } from '#lib/domain/leads/deliveries.ts';
import { stateMailHandlers } from '#lib/domain/leads/state-mail.ts';
import { linkHandlers } from '#lib/domain/links/deliveries.ts';
import { paymentHandlers } from '#lib/domain/payments/deliveries.ts';
import { shareLinkHandlers } from '#lib/domain/share-links/deliveries.ts';

/** Who delivers each kind. */
export const deliveryHandlers = {
  ...accountHandlers,
  ...crmHandlers,
  ...draftHandlers,
  ...guaranteeHandlers,
  ...leadHandlers,
  ...stateMailHandlers,
  ...linkHandlers,
  ...alertHandlers,
  ...paymentHandlers,
  ...shareLinkHandlers,
} satisfies Record<DeliveryKind, Handler>;
