import { and, eq, isNull } from 'drizzle-orm';
import { audit } from '#lib/domain/audit/writes.ts';
import { enqueueDelivery } from '#lib/domain/deliveries/writes/queue.ts';
import { heldText, type PaymentRequestState } from '#lib/domain/payments/copy.ts';
import { findGuestPayment, findLinkedPaymentRequest } from '#lib/domain/payments/reads/payments.ts';
import { GUEST_ACCOUNT_ID } from '#lib/domain/payments/rules.ts';
import { isCharged } from '#lib/domain/payments/transitions.ts';
import { paymentRequestState } from '#lib/domain/payments/view.ts';
import { createPayment, type StartedPayment } from '#lib/domain/payments/writes/create-payment.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { payments } from '#lib/platform/db/schema/payments.ts';
import { AppError, conflict } from '#lib/platform/operations/errors.ts';
import type { GuestCtx, SignedInCtx } from '#lib/platform/operations/operation.ts';

/**
 * Starts a payment for a payment link. Amount and description come from the request and never from
 * the payer. `receiptEmail` is a guest's own e-mail for the receipt.
 */
export async function payByLink(
  ctx: SignedInCtx | GuestCtx,
  token: string,
  receiptEmail?: string,
): Promise<StartedPayment> {
  const linkedRequest = await findLinkedPaymentRequest(token);
  if (!linkedRequest) throw new AppError('not_found');
  const { request, payment } = linkedRequest;
  const state = paymentRequestState(request, payment?.state ?? null, ctx.now);
  if (state !== 'waiting') throw conflict(refusalCopy[state]);
  const { id, amount, description } = request;
  return createPayment(ctx, { amount, description, paymentRequestId: id, receiptEmail });
}

const alreadyPaidText = 'Este pago ya está hecho: no hace falta pagarlo otra vez.';
const refusalCopy: Record<Exclude<PaymentRequestState, 'waiting'>, string> = {
  paid: alreadyPaidText,
  refunded: alreadyPaidText,
  expired: 'Este enlace de pago venció. Pide uno nuevo.',
  cancelled: 'Este pago se anuló: no hay nada que pagar.',
  held: heldText,
  paying: 'Otra persona está pagando esto ahora. Espera unos minutos y revisa otra vez.',
  review: 'Estamos revisando un pago de este enlace: no pagues otra vez.',
};

/**
 * Mails a guest's receipt to one more e-mail. That e-mail is stored, so it can be done only once
 * per payment.
 */
export async function queueReceipt(
  ctx: GuestCtx,
  order: { link: string; buyOrder: string },
  receiptEmail: string,
): Promise<void> {
  const { now } = ctx;
  const payment = await findGuestPayment(order, now);
  if (!payment || !isCharged(payment.state)) throw new AppError('not_found');
  const { id, buyOrder } = payment;
  await getDb().write(async (tx) => {
    const updated = await tx
      .update(payments)
      .set({ receiptEmail })
      .where(and(eq(payments.id, id), isNull(payments.receiptEmail)))
      .returning({ id: payments.id });
    if (updated.length === 0) throw conflict(alreadySentText);
    await audit(tx, ctx, {
      accountId: GUEST_ACCOUNT_ID,
      actor: 'guest',
      action: 'payment.receipt-sent',
      subject: buyOrder,
    });
    const payload = { paymentId: id, toPayer: true };
    const partition = `payment:${id}/mail`;
    await enqueueDelivery(tx, { partition, kind: 'payment.receipt-mail', payload, now });
  });
}

const alreadySentText = 'Ya enviamos este comprobante a otro correo. Puedes descargarlo aquí.';
