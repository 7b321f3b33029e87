import { eq } from 'drizzle-orm';
import { audit } from '#lib/domain/audit/writes.ts';
import { enqueueDelivery } from '#lib/domain/deliveries/writes.ts';
import { addLeadEvent, noteInCrm } from '#lib/domain/leads/writes.ts';
import { isOpen, type Move, moveOf, type PaymentEvent } from '#lib/domain/payments/machine.ts';
import { findPaymentById, findPaymentRequest, type Payment } from '#lib/domain/payments/reads.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { paymentRequests, payments } from '#lib/platform/db/schema/payments.ts';
import { log } from '#lib/platform/log.ts';

/** Who or what told the event, from where and when. `actor`: an account's id, or `system`. */
export type Teller = { requestId: string; address: string; now: number; actor: string };

/** What the provider said along with the event, and when to ask it again. */
export type Facts = Partial<
  Pick<
    Payment,
    | 'token'
    | 'payUrl'
    | 'authorizationCode'
    | 'cardLast4'
    | 'paymentTypeCode'
    | 'responseCode'
    | 'installments'
    | 'accountingDate'
    | 'transactionAt'
    | 'refundedAmount'
    | 'nextCheckAt'
  >
>;

/**
 * The one place where a payment changes its state: reads it inside the write, asks the machine, and
 * writes the row, its audit event, the lead's history and what is to be mailed. Returns the payment
 * as it is afterwards; `moved` is null when the event changed nothing.
 */
export async function movePayment(
  tx: Tx,
  id: number,
  event: PaymentEvent,
  { teller, facts = {} }: { teller: Teller; facts?: Facts },
): Promise<{ payment: Payment; moved: Move | null }> {
  const before = await findPaymentById(id, tx);
  if (!before) throw new Error('a payment that does not exist was to move');
  const moved = moveOf(before.state, event);
  if (!moved) return { payment: before, moved };
  const settled = isOpen(before.state) && !isOpen(moved.to);
  const [payment] = await tx
    .update(payments)
    .set({
      ...facts,
      state: moved.to,
      reason: moved.reason ?? null,
      updatedAt: teller.now,
      ...(settled && { settledAt: teller.now }),
      ...(!isOpen(moved.to) && { nextCheckAt: facts.nextCheckAt ?? null }),
    })
    .where(eq(payments.id, id))
    .returning();
  if (!payment) throw new Error('the update returned no row');
  await audit(tx, teller, {
    accountId: payment.accountId,
    actor: teller.actor,
    action: event === 'partly-refunded' ? 'payment.partly-refunded' : `payment.${moved.to}`,
    subject: payment.buyOrder,
  });
  await tellRequest(tx, payment, teller);
  await setOff(tx, payment, moved, teller.now);
  return { payment, moved };
}

/** A request is free again when its payment came to nothing; its lead's history says what happened. */
async function tellRequest(tx: Tx, payment: Payment, { now, actor }: Teller): Promise<void> {
  const { id, paymentRequestId, state, buyOrder, amount } = payment;
  if (!paymentRequestId || isOpen(state)) return;
  const request = await findPaymentRequest(paymentRequestId, tx);
  if (!request) return;
  const charged = state === 'authorized' || state === 'refunded';
  const paidBy = charged ? (request.paidBy ?? id) : request.paidBy === id ? null : request.paidBy;
  await tx.update(paymentRequests).set({ paidBy }).where(eq(paymentRequests.id, request.id));
  if (request.leadId === null) return;
  const event = { kind: 'payment', buyOrder, state, amount } as const;
  const { leadId } = request;
  const eventId = await addLeadEvent(tx, { leadId, event, actor, at: now });
  await noteInCrm(tx, { leadId, eventId, now });
}

async function setOff(tx: Tx, payment: Payment, { effects = [] }: Move, now: number) {
  const { id, buyOrder, state, reason, refundedAmount } = payment;
  const lane = `payment:${id}/mail`;
  for (const effect of effects) {
    if (effect === 'receipt') {
      const payload = { paymentId: id };
      await enqueueDelivery(tx, { lane, kind: 'payment.receipt-mail', payload, now });
    } else if (effect === 'refund-mail') {
      const payload = { paymentId: id, refundedAmount };
      await enqueueDelivery(tx, { lane, kind: 'payment.refund-mail', payload, now });
    } else {
      log().error({ buyOrder, state, reason }, 'payment alarm: look at it in Webpay');
    }
  }
}
