import { deliveryName } from '#lib/domain/deliveries/copy.ts';
import { guaranteeEventCopy } from '#lib/domain/issued-guarantees/copy.ts';
import { refundReasonCopy } from '#lib/domain/payments/copy.ts';
import type { RefundReason } from '#lib/domain/payments/schema.ts';
import { operationNumberLabel } from '#lib/domain/payments/transfer.ts';
import { acceptedTitle, conditionsTitle } from '#lib/domain/requests/leads/copy.ts';
import { correctionLines } from '#lib/domain/requests/leads/correction-copy.ts';
import { type LeadEvent, storedEvent } from '#lib/domain/requests/leads/schema.ts';
import type { Currency } from '#lib/domain/requests/submissions/schema.ts';
import { emailChangeText, teamStateCopy } from '#lib/domain/requests/team/copy.ts';
import { type ListedDelivery, recipientText } from '#lib/domain/requests/team/delivery-list.ts';
import {
  formatAmount,
  formatDate,
  formatPesos,
  formatRequestNumber,
} from '#lib/platform/chile/format.ts';

/**
 * An act of the trail, with what other tables store about the act. A field that does not concern it
 * is null.
 */
export type EventFacts = {
  action: string;
  subject: string | null;
  /** Kind of the event in the history of a lead. */
  kind: LeadEvent['kind'] | null;
  /** JSON of the event in the history of a lead. */
  detail: string | null;
  /** E-mail of the advisor to whom the lead was assigned before. */
  previousAdvisor: string | null;
  /** Amount of a payment or of a requested payment. */
  amount: number | null;
  /** E-mail of the person who was to pay a requested payment. */
  payer: string | null;
  /** The bank's number of the operation, if a transfer was recorded with it. */
  operationNumber: string | null;
  refund: number | null;
  refundReason: RefundReason | null;
  /** Buy order of a payment that was attached or detached. */
  buyOrder: string | null;
  /** Number of the request or message to which the payment was, or is no longer, attached. */
  leadNumber: number | null;
  deliveryKind: string | null;
  recipient: ListedDelivery['recipient'] | null;
  recipientEmail: string | null;
  guaranteeEvent: keyof typeof guaranteeEventCopy | null;
  claimed: string | null;
  currency: Currency;
  guaranteeAmount: string;
  validTo: string;
  suspendedReason: string | null;
  person: string | null;
  invited: string | null;
};

/**
 * Returns what an act changed, for whom or how much, or an empty text if no other table stores
 * that.
 */
export function detailText(facts: EventFacts): string {
  const { action, subject, kind, person, invited, suspendedReason } = facts;
  if (kind) return leadText(facts);
  if (facts.deliveryKind) return deliveryText(facts);
  if (facts.guaranteeEvent) return guaranteeText(facts);
  if (action.startsWith('payment.')) return paymentText(facts);
  if (action === 'deliveries.retried') {
    const [, retriedKind = ''] = (subject ?? '').split(':');
    return retriedKind === 'all' ? 'Todos' : deliveryName(retriedKind);
  }
  return (suspendedReason && `Motivo: ${suspendedReason}`) || (person ?? invited ?? '');
}

function leadText({ kind, detail, previousAdvisor: previousEmail, action }: EventFacts): string {
  const { data: event } = storedEvent.safeParse({ kind, detail: JSON.parse(detail ?? '{}') });
  const text = changeText(event, { previousAdvisor: previousEmail, action });
  const isUndo = event && 'isUndo' in event && event.isUndo;
  return isUndo ? [text, 'Deshizo un cambio'].filter(Boolean).join('. ') : text;
}

function changeText(
  event: LeadEvent | undefined,
  { previousAdvisor: previousEmail, action }: Pick<EventFacts, 'previousAdvisor' | 'action'>,
): string {
  switch (event?.kind) {
    case 'state': {
      const change = `De ${teamStateCopy[event.from]} a ${teamStateCopy[event.to]}`;
      return event.reason ? `${change}: ${event.reason}` : change;
    }
    case 'assigned':
      if (action === 'lead.unassigned') return previousEmail ? `La tenía ${previousEmail}` : '';
      return previousEmail && previousEmail !== event.to
        ? `De ${previousEmail} a ${event.to}`
        : `A ${event.to}`;
    case 'reply':
      return `Asunto: ${event.subject}`;
    case 'email':
      return emailChangeText(event);
    case 'conditions':
      return [
        `${conditionsTitle(event)}, ${event.issuer}`,
        ...correctionLines(event.corrected),
      ].join('. ');
    case 'accepted':
      return acceptedTitle(event);
    case 'papers':
      return event.papers.join(', ');
    case 'files':
      return event.files.map(({ fileName }) => fileName).join(', ');
    case 'withdrawn':
      return event.fileName;
    default:
      return '';
  }
}

function paymentText(facts: EventFacts): string {
  const { amount, payer, operationNumber, refund, refundReason, buyOrder, leadNumber } = facts;
  if (buyOrder) return `Pago ${buyOrder}`;
  if (amount === null) return '';
  if (leadNumber !== null)
    return `${formatPesos(amount)}, solicitud o mensaje ${formatRequestNumber(leadNumber)}`;
  if (payer) return `${formatPesos(amount)} a ${payer}`;
  if (operationNumber)
    return `${formatPesos(amount)}, ${operationNumberLabel.toLowerCase()} ${operationNumber}`;
  if (refund === null) return formatPesos(amount);
  const shareText = refund === amount ? 'todo el pago' : `una parte de ${formatPesos(amount)}`;
  const reason = refundReason ? `. ${refundReasonCopy[refundReason]}` : '';
  return `${formatPesos(refund)}, ${shareText}${reason}`;
}

function guaranteeText(facts: EventFacts): string {
  const { guaranteeEvent, claimed, currency, guaranteeAmount, validTo } = facts;
  if (guaranteeEvent === null) return '';
  if (guaranteeEvent === 'registrada')
    return `${formatAmount(guaranteeAmount, currency)}, hasta el ${formatDate(validTo)}`;
  const eventText = guaranteeEventCopy[guaranteeEvent];
  return claimed ? `${eventText}: ${formatAmount(claimed, currency)}` : eventText;
}

function deliveryText({ deliveryKind, recipient, recipientEmail: email }: EventFacts): string {
  const toText = recipient && recipientText({ recipient, email });
  return [deliveryName(deliveryKind ?? ''), toText].filter(Boolean).join(', a ');
}
