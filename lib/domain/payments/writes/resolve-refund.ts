import { and, eq } from 'drizzle-orm';
import { audit } from '#lib/domain/audit/writes.ts';
import {
  findPaymentById,
  findPaymentByOrder,
  type Payment,
} from '#lib/domain/payments/reads/payments.ts';
import {
  isLostRefund,
  REFUND_UNSEEN_MS,
  refundedTotal,
  waitAfterCheck,
} from '#lib/domain/payments/rules.ts';
import {
  type Refund,
  settleRefund,
  writeSettlement,
} from '#lib/domain/payments/writes/refund-payment.ts';
import type { PaymentOrigin } from '#lib/domain/payments/writes/transition-payment.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { paymentRefunds, payments } from '#lib/platform/db/schema/payments.ts';
import { AppError, conflict } from '#lib/platform/operations/errors.ts';
import type { AdminCtx } from '#lib/platform/operations/operation.ts';
import { now } from '#lib/platform/process/clock.ts';
import { log } from '#lib/platform/process/log.ts';
import { getWebpay } from '#lib/platform/webpay/client.ts';
import {
  findWebpayFailure,
  type WebpayFailure,
  type WebpayTransaction,
} from '#lib/platform/webpay/webpay.ts';

/**
 * Asks Webpay for the total that it has refunded, and settles a refund by it. Returns Webpay's
 * failure, or null.
 */
export async function resolveRefund(
  duePayment: Payment,
  { actor, withinMs }: { actor: PaymentOrigin; withinMs: number },
): Promise<WebpayFailure | null> {
  // The sweep has spent time on earlier payments, so this refund may be settled by now.
  const payment = await findPaymentById(duePayment.id);
  if (!payment || payment.nextCheckAt === null || payment.nextCheckAt > now()) return null;
  const [refund] = await getDb()
    .read.select()
    .from(paymentRefunds)
    .where(and(eq(paymentRefunds.paymentId, payment.id), eq(paymentRefunds.state, 'asked')))
    .limit(1);
  if (!refund || payment.token === null) {
    await scheduleCheck(payment.id, { nextCheckAt: null, checks: 0 });
    return null;
  }
  const checkLater = () => {
    const { id, checks } = payment;
    return scheduleCheck(id, { nextCheckAt: now() + waitAfterCheck(checks), checks: checks + 1 });
  };
  let answer: WebpayTransaction;
  try {
    answer = await getWebpay().status(payment.token, withinMs);
  } catch (error) {
    const failure = findWebpayFailure(error);
    if (!failure) throw error;
    const isCertain = failure === 'not-found' || failure === 'refused';
    if (isLostRefund({ ...refund, createdAt: payment.createdAt, isCertain }, now())) {
      await giveUpOnRefund(refund, payment.buyOrder);
    } else {
      await checkLater();
    }
    return failure;
  }
  const reportedRefund = refundedTotal(answer);
  const isRefunded = reportedRefund === payment.refundedAmount + refund.amount;
  if (reportedRefund === payment.refundedAmount && now() < refund.requestedAt + REFUND_UNSEEN_MS) {
    await checkLater();
    return null;
  }
  if (!isRefunded && reportedRefund !== payment.refundedAmount) {
    const { buyOrder } = payment;
    log().error({ buyOrder }, 'payment alarm: a refund ended in a way that is not clear');
  }
  const type = answer.status === 'REVERSED' ? ('REVERSED' as const) : ('NULLIFIED' as const);
  await settleRefund(refund, {
    state: isRefunded ? 'done' : 'refused',
    ...(isRefunded && { reply: { type, authorizationCode: null } }),
    actor,
  });
  return null;
}

async function scheduleCheck(
  id: number,
  nextCheck: Pick<Payment, 'nextCheckAt' | 'checks'>,
): Promise<void> {
  await getDb().write((tx) => tx.update(payments).set(nextCheck).where(eq(payments.id, id)));
}

/**
 * Marks a refund as `unclear`: Webpay will not answer any more, so the sweeper stops checking and
 * an admin decides.
 */
async function giveUpOnRefund(refund: Refund, buyOrder: string): Promise<void> {
  const [unclearRefund] = await getDb().write(async (tx) => {
    await tx.update(payments).set({ nextCheckAt: null }).where(eq(payments.id, refund.paymentId));
    return tx
      .update(paymentRefunds)
      .set({ state: 'unclear' })
      .where(and(eq(paymentRefunds.id, refund.id), eq(paymentRefunds.state, 'asked')))
      .returning({ id: paymentRefunds.id });
  });
  if (unclearRefund) log().error({ buyOrder }, 'payment alarm: how a refund ended is not known');
}

/**
 * Settles an unclear refund by hand, by what Transbank's portal shows. `isRefunded` says whether
 * the payer got the money. Throws `not_found`, and `conflict` if the refund is not `unclear`.
 */
export async function decideRefund(
  ctx: AdminCtx,
  buyOrder: string,
  { refundId, isRefunded }: { refundId: number; isRefunded: boolean },
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
      throw conflict('Esta devolución ya está aclarada.');
    }
    const { accountId: actor } = ctx;
    const action = isRefunded ? 'payment.refund-confirmed' : 'payment.refund-denied';
    await audit(tx, ctx, { accountId: payment.accountId, actor, action, subject: buyOrder });
    const state = isRefunded ? 'done' : 'refused';
    await writeSettlement(tx, refund, { state, actor: { ...ctx, actor } });
  });
}
