import { and, eq } from 'drizzle-orm';
import { audit } from '#lib/domain/audit/writes.ts';
import { findPaymentByOrder } from '#lib/domain/payments/reads.ts';
import { type Refund, writeSettlement } from '#lib/domain/payments/writes/refund-payment.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { paymentRefunds, payments } from '#lib/platform/db/schema/payments.ts';
import { AppError } from '#lib/platform/errors.ts';
import { log } from '#lib/platform/log.ts';
import type { AdminCtx } from '#lib/platform/operation.ts';

/** The provider's answer will not come: the sweeper stops asking, and an admin decides. */
export async function giveUpOnRefund(refund: Refund, buyOrder: string): Promise<void> {
  const [unclear] = await getDb().write(async (tx) => {
    await tx.update(payments).set({ nextCheckAt: null }).where(eq(payments.id, refund.paymentId));
    return tx
      .update(paymentRefunds)
      .set({ state: 'unclear' })
      .where(and(eq(paymentRefunds.id, refund.id), eq(paymentRefunds.state, 'asked')))
      .returning({ id: paymentRefunds.id });
  });
  if (unclear) log().error({ buyOrder }, 'payment alarm: how a refund ended is not known');
}

/** As the provider's portal says. Throws `not_found`, `conflict` for one that is not unclear. */
export async function decideRefund(
  ctx: AdminCtx,
  buyOrder: string,
  { refundId, given }: { refundId: number; given: boolean },
): Promise<void> {
  const payment = await findPaymentByOrder(buyOrder);
  if (!payment) throw new AppError('not_found');
  await getDb().write(async (tx) => {
    const [refund] = await tx
      .select()
      .from(paymentRefunds)
      .where(and(eq(paymentRefunds.id, refundId), eq(paymentRefunds.paymentId, payment.id)))
      .limit(1);
    if (!refund) throw new AppError('not_found');
    if (refund.state !== 'unclear') {
      throw new AppError('conflict', { message: 'Esta devolución ya está aclarada.' });
    }
    const { accountId: actor } = ctx;
    const action = given ? 'payment.refund-confirmed' : 'payment.refund-denied';
    await audit(tx, ctx, { accountId: payment.accountId, actor, action, subject: buyOrder });
    const state = given ? 'done' : 'refused';
    await writeSettlement(tx, refund, { state, by: { ...ctx, actor } });
  });
}
