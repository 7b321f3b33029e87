import { and, eq, isNull, sql } from 'drizzle-orm';
import { audit } from '#lib/domain/audit/writes.ts';
import { enqueueDelivery } from '#lib/domain/deliveries/writes/queue.ts';
import { guessPayerLead } from '#lib/domain/payments/reads/payment-lead-guess.ts';
import {
  findPaymentById,
  findPaymentRequest,
  type Payment,
  paidOrMischargedCondition,
} from '#lib/domain/payments/reads/payments.ts';
import { GUEST_ACCOUNT_ID } from '#lib/domain/payments/rules.ts';
import {
  findTransition,
  isCharged,
  isOpen,
  isPaidOrMischarged,
  type PaymentEvent,
  type Transition,
} from '#lib/domain/payments/transitions.ts';
import { erasePayments } from '#lib/domain/payments/writes/erase-payments.ts';
import { leadTeamPartition } from '#lib/domain/requests/leads/rules.ts';
import { addLeadEvent, noteInCrm } from '#lib/domain/requests/leads/writes/add-lead-event.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { paymentRequests, payments } from '#lib/platform/db/schema/payments.ts';
import { log } from '#lib/platform/process/log.ts';
import type { WebpayTransaction } from '#lib/platform/webpay/webpay.ts';

/** The origin of an event and its time (ms). `actor` is an account's id, `guest` or `system`. */
export type PaymentOrigin = { requestId: string; ip: string; now: number; actor: string };

/** Facts that the provider reported with the event, and when to ask it again. */
export type Facts = Partial<
  Omit<WebpayTransaction, 'status' | 'amount' | 'buyOrder' | 'balance'> &
    Pick<Payment, 'token' | 'payUrl' | 'refundedAmount' | 'nextCheckAt'>
>;

/**
 * Applies an event to a payment. One transaction writes the row, the audit event, the history and
 * the mails. No other code changes the state of a payment. Returns the payment as it is afterwards,
 * changed or not.
 */
export async function transitionPayment(
  tx: Tx,
  id: number,
  event: PaymentEvent,
  { actor, facts = {} }: { actor: PaymentOrigin; facts?: Facts },
): Promise<Payment> {
  const previousPayment = await findPaymentById(id, tx);
  if (!previousPayment) throw new Error('a payment that does not exist was to change its state');
  const transition = findTransition(previousPayment.state, event);
  // Every comparison with Webpay reports a wrong charge again, but it is recorded only once.
  const isRecorded =
    transition?.reason !== undefined && transition.reason === previousPayment.reason;
  if (!transition || isRecorded) return previousPayment;
  const isSettled = isOpen(previousPayment.state) && !isOpen(transition.to);
  const [payment] = await tx
    .update(payments)
    .set({
      ...facts,
      state: transition.to,
      reason: transition.reason ?? null,
      updatedAt: actor.now,
      ...(isSettled && { settledAt: actor.now }),
      ...(!isOpen(transition.to) && { nextCheckAt: facts.nextCheckAt ?? null }),
    })
    .where(eq(payments.id, id))
    .returning();
  if (!payment) throw new Error('the update returned no row');
  await audit(tx, actor, {
    accountId: payment.accountId,
    actor: actor.actor,
    action:
      event === 'partly-refunded' || event === 'transferred'
        ? `payment.${event}`
        : `payment.${transition.to}`,
    subject: payment.buyOrder,
  });
  const leadId = await releasePaymentRequest(tx, payment);
  await addToLead(tx, payment, { leadId, event, actor });
  await queueEffects(tx, payment, transition, { leadId, now: actor.now });
  if (!isOpen(payment.state)) await erasePayments(tx, erasedPayerCondition(id), actor.now);
  return payment;
}

/** Selects a payment whose account has been deleted, or whose request has been erased. */
const erasedPayerCondition = (
  id: number,
) => sql`id = ${id} and case account_id when ${GUEST_ACCOUNT_ID}
  then payment_request_id in (select id from payment_requests where email = '')
  else account_id not in (select id from accounts) end`;

/**
 * Frees the request of a failed payment, unless another payment was charged for it or has reserved
 * it. Returns the request's lead, or null.
 */
async function releasePaymentRequest(tx: Tx, payment: Payment) {
  const { id, paymentRequestId, state } = payment;
  if (!paymentRequestId || isOpen(state)) return null;
  const request = await findPaymentRequest(paymentRequestId, tx);
  if (!request) return null;
  const { reservedBy } = paymentRequests;
  const reservationCondition = isPaidOrMischarged(payment)
    ? isNull(reservedBy)
    : eq(reservedBy, id);
  const chargedPaymentId = sql`(select min(id) from payments
    where payment_request_id = ${request.id} and ${paidOrMischargedCondition})`;
  await tx
    .update(paymentRequests)
    .set({ reservedBy: chargedPaymentId })
    .where(and(eq(paymentRequests.id, request.id), reservationCondition));
  return request.leadId;
}

async function addToLead(tx: Tx, payment: Payment, notice: Notice): Promise<void> {
  const { buyOrder, amount, state, refundedAmount } = payment;
  const leadId = notice.leadId ?? (await guessLead(tx, payment, notice.actor));
  if (leadId === null || isOpen(state)) return;
  const isPartRefund = notice.event === 'partly-refunded';
  const event = isPartRefund
    ? ({ kind: 'payment', buyOrder, state: notice.event, amount: refundedAmount } as const)
    : ({ kind: 'payment', buyOrder, state, amount } as const);
  const { actor, now } = notice.actor;
  const eventId = await addLeadEvent(tx, { leadId, event, actor, at: now });
  await noteInCrm(tx, { leadId, eventId, now });
}

type Notice = { leadId: number | null; event: PaymentEvent; actor: PaymentOrigin };

/**
 * Returns the guessed or chosen lead of a payment that was not requested for a lead. When such a
 * payment is charged, this guesses a lead of the payer, marks it as guessed and audits it.
 */
async function guessLead(tx: Tx, payment: Payment, origin: PaymentOrigin): Promise<number | null> {
  const { id, buyOrder, state, accountId, leadId, leadBasis } = payment;
  if (leadBasis !== null || !isCharged(state)) return leadId;
  const guessedLeadId = accountId === GUEST_ACCOUNT_ID ? null : await guessPayerLead(payment, tx);
  if (guessedLeadId !== null) {
    await tx
      .update(payments)
      .set({ leadId: guessedLeadId, leadBasis: 'guess' })
      .where(eq(payments.id, id));
    const match = { actor: 'system', action: 'payment.matched' } as const;
    await audit(tx, origin, { ...match, accountId, subject: buyOrder });
    await audit(tx, origin, { ...match, accountId: null, subject: `lead:${guessedLeadId}` });
  }
  return guessedLeadId;
}

async function queueEffects(
  tx: Tx,
  payment: Payment,
  { effects = [] }: Transition,
  { leadId, now }: { leadId: number | null; now: number },
) {
  const { id, buyOrder, state, reason, refundedAmount, receiptEmail } = payment;
  const partition = `payment:${id}/mail`;
  // Each e-mail gets a mail of its own, so that no recipient sees the other e-mail.
  const payloads = <T extends object>(details: T) =>
    receiptEmail ? [details, { ...details, toPayer: true }] : [details];
  for (const effect of effects) {
    if (effect === 'receipt') {
      for (const mailPayload of payloads({ paymentId: id })) {
        await enqueueDelivery(tx, {
          partition,
          kind: 'payment.receipt-mail',
          payload: mailPayload,
          now,
        });
      }
      if (leadId === null) continue;
      const teamDelivery = {
        partition: leadTeamPartition(leadId),
        payload: { paymentId: id, leadId },
      };
      await enqueueDelivery(tx, { ...teamDelivery, kind: 'payment.team-mail', now });
    } else if (effect === 'refund-mail') {
      for (const mailPayload of payloads({ paymentId: id, refundedAmount, refundedAt: now })) {
        await enqueueDelivery(tx, {
          partition,
          kind: 'payment.refund-mail',
          payload: mailPayload,
          now,
        });
      }
    } else {
      log().error({ buyOrder, state, reason }, 'payment alarm: look at it in Webpay');
    }
  }
}
