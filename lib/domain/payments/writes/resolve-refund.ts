import { and, eq } from 'drizzle-orm';
import { findPaymentById, type Payment } from '#lib/domain/payments/reads.ts';
import {
  givenBack,
  isLostRefund,
  REFUND_UNSEEN_MS,
  waitAfterCheck,
} from '#lib/domain/payments/rules.ts';
import type { Actor } from '#lib/domain/payments/writes/move-payment.ts';
import { settleRefund } from '#lib/domain/payments/writes/refund-payment.ts';
import { giveUpOnRefund } from '#lib/domain/payments/writes/unclear-refund.ts';
import { now } from '#lib/platform/clock.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { paymentRefunds, payments } from '#lib/platform/db/schema/payments.ts';
import { log } from '#lib/platform/log.ts';
import { getWebpay } from '#lib/platform/webpay/open.ts';
import {
  type WebpayFailure,
  type WebpayTransaction,
  webpayFailureOf,
} from '#lib/platform/webpay/webpay.ts';

/** By what the provider gave back in all. Resolves to what stood in the way, or null. */
export async function resolveRefund(
  due: Payment,
  { by, withinMs }: { by: Actor; withinMs: number },
): Promise<WebpayFailure | null> {
  // Earlier ones of the round took their time: meanwhile it may be settled and another one asked for.
  const payment = await findPaymentById(due.id);
  if (!payment || payment.nextCheckAt === null || payment.nextCheckAt > now()) return null;
  const [refund] = await getDb()
    .read.select()
    .from(paymentRefunds)
    .where(and(eq(paymentRefunds.paymentId, payment.id), eq(paymentRefunds.state, 'asked')))
    .limit(1);
  if (!refund || payment.token === null) {
    await schedule(payment.id, null);
    return null;
  }
  let answer: WebpayTransaction;
  try {
    answer = await getWebpay().status(payment.token, withinMs);
  } catch (error) {
    const failure = webpayFailureOf(error);
    if (!failure) throw error;
    const certain = failure === 'not-found' || failure === 'refused';
    if (isLostRefund({ ...refund, createdAt: payment.createdAt, certain }, now())) {
      await giveUpOnRefund(refund, payment.buyOrder);
    } else {
      await schedule(payment.id, now() + waitAfterCheck(payment.checks), payment.checks + 1);
    }
    return failure;
  }
  const returned = givenBack(answer);
  const done = returned === payment.refundedAmount + refund.amount;
  if (returned === payment.refundedAmount && now() < refund.askedAt + REFUND_UNSEEN_MS) {
    await schedule(payment.id, now() + waitAfterCheck(payment.checks), payment.checks + 1);
    return null;
  }
  if (!done && returned !== payment.refundedAmount) {
    const { buyOrder } = payment;
    log().error({ buyOrder }, 'payment alarm: a refund ended in a way that is not clear');
  }
  const type = answer.status === 'REVERSED' ? ('REVERSED' as const) : ('NULLIFIED' as const);
  await settleRefund(refund, {
    state: done ? 'done' : 'refused',
    ...(done && { reply: { type, authorizationCode: null } }),
    by,
  });
  return null;
}

async function schedule(id: number, nextCheckAt: number | null, checks = 0): Promise<void> {
  await getDb().write((tx) =>
    tx.update(payments).set({ nextCheckAt, checks }).where(eq(payments.id, id)),
  );
}
