import { companyHandlers } from '#lib/domain/accounts/companies/mail.ts';
import { accountHandlers } from '#lib/domain/accounts/mail.ts';
import { alertHandlers } from '#lib/domain/alerts/mail.ts';
import { crmHandlers } from '#lib/domain/crm/handlers.ts';
import { type DeliveryKind, deliveryPayloads } from '#lib/domain/deliveries/schema.ts';
import type { DeliveryHandler, DeliveryHandlers } from '#lib/domain/deliveries/worker.ts';
import { draftHandlers } from '#lib/domain/drafts/mail.ts';
import { issuedHandlers } from '#lib/domain/issued-guarantees/mail.ts';
import { linkHandlers } from '#lib/domain/links/mail.ts';
import { paymentHandlers } from '#lib/domain/payments/mail.ts';
import { ownRequestHandlers } from '#lib/domain/requests/applicant/mail.ts';
import { conditionsHandlers } from '#lib/domain/requests/conditions/mail.ts';
import { leadHandlers } from '#lib/domain/requests/leads/mail.ts';
import { stateMailHandlers } from '#lib/domain/requests/leads/state-mail.ts';
import { requestedHandlers } from '#lib/domain/requests/requested-documents/mail.ts';
import { guaranteeHandlers } from '#lib/domain/requests/submissions/mail.ts';
import { replyHandlers } from '#lib/domain/requests/team/mail.ts';
import { shareLinkHandlers } from '#lib/domain/share-links/mail.ts';
import { tenderHandlers } from '#lib/domain/tenders/mail.ts';

const handlers: Required<DeliveryHandlers> = {
  ...accountHandlers,
  ...companyHandlers,
  ...conditionsHandlers,
  ...issuedHandlers,
  ...crmHandlers,
  ...draftHandlers,
  ...guaranteeHandlers,
  ...leadHandlers,
  ...replyHandlers,
  ...ownRequestHandlers,
  ...requestedHandlers,
  ...stateMailHandlers,
  ...linkHandlers,
  ...alertHandlers,
  ...paymentHandlers,
  ...shareLinkHandlers,
  ...tenderHandlers,
};

/** The handler of each kind, given the stored payload, which is parsed first. */
export const deliveryHandlers = Object.fromEntries(
  Object.entries(handlers).map(([kind, handle]) => {
    const schema = deliveryPayloads[kind as DeliveryKind];
    return [kind, async (payload, delivery) => handle(schema.parse(payload) as never, delivery)];
  }),
) as Record<DeliveryKind, DeliveryHandler>;
