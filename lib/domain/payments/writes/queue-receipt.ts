import { and, eq, isNull } from 'drizzle-orm';
import { audit } from '#lib/domain/audit/writes.ts';
import { enqueueDelivery } from '#lib/domain/deliveries/writes.ts';
import { findGuestPayment } from '#lib/domain/payments/reads.ts';
import { GUEST } from '#lib/domain/payments/rules.ts';
import { hasReceipt } from '#lib/domain/payments/view.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { payments } from '#lib/platform/db/schema/payments.ts';
import { AppError } from '#lib/platform/errors.ts';
import type { GuestCtx } from '#lib/platform/operation.ts';

/** To who paid without naming an address: the payment keeps one, so a link mails to no second. */
export async function queueReceipt(
  ctx: GuestCtx,
  asked: { link: string; buyOrder: string },
  receiptEmail: string,
): Promise<void> {
  const { now } = ctx;
  const payment = await findGuestPayment(asked, now);
  if (!payment || !hasReceipt(payment)) throw new AppError('not_found');
  const { id, buyOrder } = payment;
  await getDb().write(async (tx) => {
    const kept = await tx
      .update(payments)
      .set({ receiptEmail })
      .where(and(eq(payments.id, id), isNull(payments.receiptEmail)))
      .returning({ id: payments.id });
    if (kept.length === 0) throw new AppError('conflict', { message: sent });
    await audit(tx, ctx, {
      accountId: GUEST,
      actor: 'guest',
      action: 'payment.receipt-sent',
      subject: buyOrder,
    });
    const payload = { paymentId: id, toPayer: true };
    const lane = `payment:${id}/mail`;
    await enqueueDelivery(tx, { lane, kind: 'payment.receipt-mail', payload, now });
  });
}

const sent = 'Ya enviamos este comprobante a otro correo. Puedes descargarlo aquí.';
