import { accountHandlers } from '#lib/domain/accounts/mail.ts';
import { alertHandlers } from '#lib/domain/alerts/mail.ts';
import { conditionsHandlers } from '#lib/domain/conditions/mail.ts';
import { crmHandlers } from '#lib/domain/crm/deliveries.ts';
import type { DeliveryKind } from '#lib/domain/deliveries/copy.ts';
import type { Handler } from '#lib/domain/deliveries/worker.ts';
import { draftHandlers } from '#lib/domain/drafts/mail.ts';
import { guaranteeHandlers } from '#lib/domain/guarantees/mail.ts';
import { replyHandlers } from '#lib/domain/inbox/mail.ts';
import { issuedHandlers } from '#lib/domain/issued/mail.ts';
import { leadHandlers } from '#lib/domain/leads/mail.ts';
import { stateMailHandlers } from '#lib/domain/leads/state-mail.ts';
import { linkHandlers } from '#lib/domain/links/mail.ts';
import { ownRequestHandlers } from '#lib/domain/own-requests/mail.ts';
import { papersHandlers } from '#lib/domain/papers/mail.ts';
import { paymentHandlers } from '#lib/domain/payments/mail.ts';
import { shareLinkHandlers } from '#lib/domain/share-links/mail.ts';
import { tenderHandlers } from '#lib/domain/tenders/mail.ts';

export const deliveryHandlers = {
  ...accountHandlers,
  ...conditionsHandlers,
  ...issuedHandlers,
  ...crmHandlers,
  ...draftHandlers,
  ...guaranteeHandlers,
  ...leadHandlers,
  ...replyHandlers,
  ...ownRequestHandlers,
  ...papersHandlers,
  ...stateMailHandlers,
  ...linkHandlers,
  ...alertHandlers,
  ...paymentHandlers,
  ...shareLinkHandlers,
  ...tenderHandlers,
} satisfies Record<DeliveryKind, Handler>;
