import { and, eq, gt, isNotNull, isNull, lte, notInArray, or } from 'drizzle-orm';
import type { Payment } from '#lib/domain/payments/reads/payments.ts';
import { listDiscrepancies } from '#lib/domain/payments/reads/unconfirmed.ts';
import { eventOfAnswer, refundedTotal, WEBPAY_STATUS_DAYS } from '#lib/domain/payments/rules.ts';
import { findTransition, isCharged } from '#lib/domain/payments/transitions.ts';
import { webpayFacts } from '#lib/domain/payments/writes/resolve-payment.ts';
import {
  type PaymentOrigin,
  transitionPayment,
} from '#lib/domain/payments/writes/transition-payment.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { payments } from '#lib/platform/db/schema/payments.ts';
import { DAY, HOUR } from '#lib/platform/process/durations.ts';
import { takeLease } from '#lib/platform/process/leases.ts';
import { log } from '#lib/platform/process/log.ts';
import { randomId } from '#lib/platform/security/ids.ts';
import { getWebpay } from '#lib/platform/webpay/client.ts';
import { findWebpayFailure, type WebpayTransaction } from '#lib/platform/webpay/webpay.ts';

type Difference = NonNullable<Payment['difference']>;

/**
 * Compares settled payments of the last 7 days with Webpay, each at most once a day. A payment that
 * ended here but was charged by Webpay becomes authorized; other differences are stored for an
 * admin. Returns false if it stopped early.
 */
export async function comparePayments(
  actor: PaymentOrigin,
  {
    limit,
    withinMs,
    signal,
  }: { limit: number; withinMs: number; signal?: AbortSignal | undefined },
): Promise<boolean> {
  const { now } = actor;
  const rows = await getDb()
    .read.select()
    .from(payments)
    .where(
      and(
        gt(payments.createdAt, now - WEBPAY_STATUS_DAYS * DAY),
        lte(payments.updatedAt, now - HOUR),
        or(isNull(payments.comparedAt), lte(payments.comparedAt, now - DAY)),
        notInArray(payments.state, ['created', 'pending']),
        isNotNull(payments.token),
        isNull(payments.nextCheckAt),
      ),
    )
    .orderBy(payments.createdAt)
    .limit(limit);
  for (const payment of rows) {
    if (signal?.aborted) return false;
    const answer = await fetchStatus(payment, withinMs);
    if (answer === 'silent') {
      await postponeComparison(payment, now);
      return false;
    }
    await recordComparison(payment, answer, actor);
  }
  return true;
}

/**
 * Logs the payments that differ, once a day. A day without differences gets a line too, because a
 * missing line shows that the comparison has stopped.
 */
export async function reportDifferences(): Promise<void> {
  if (!(await takeLease({ name: 'payments-report', ms: DAY }, randomId()))) return;
  const discrepancies = await listDiscrepancies();
  const differences = discrepancies.map(({ buyOrder, question }) => `${buyOrder} ${question}`);
  const level = differences.length > 0 ? 'error' : 'info';
  log()[level]({ differences }, 'payments compared with webpay');
}

/** Returns Webpay's status: null for an unknown token, `silent` if Webpay does not answer. */
async function fetchStatus({ token }: Payment, withinMs: number) {
  try {
    return await getWebpay().status(token ?? '', withinMs);
  } catch (error) {
    const failure = findWebpayFailure(error);
    if (!failure) throw error;
    return failure === 'not-found' ? null : 'silent';
  }
}

/** Plans the next comparison in an hour, so that this payment does not block the others. */
async function postponeComparison({ id }: Payment, now: number): Promise<void> {
  const comparedAt = now - DAY + HOUR;
  await getDb().write((tx) => tx.update(payments).set({ comparedAt }).where(eq(payments.id, id)));
}

async function recordComparison(
  payment: Payment,
  answer: WebpayTransaction | null,
  actor: PaymentOrigin,
) {
  const { id, state } = payment;
  const finding = answer && eventOfAnswer(payment, answer);
  const event = finding && findTransition(state, finding) ? finding : null;
  await getDb().write(async (tx) => {
    if (event && answer)
      await transitionPayment(tx, id, event, { actor, facts: webpayFacts(answer) });
    await tx
      .update(payments)
      .set({
        comparedAt: actor.now,
        difference: event === 'approved' ? null : differenceOf(payment, answer),
      })
      // If a refund was made while Webpay was asked, this comparison is outdated.
      .where(and(eq(payments.id, id), eq(payments.refundedAmount, payment.refundedAmount)));
  });
}

/** Returns how a settled payment differs from the provider's answer, or null if they agree. */
export function differenceOf(
  payment: Pick<Payment, 'state' | 'amount' | 'buyOrder' | 'refundedAmount'>,
  transaction: WebpayTransaction | null,
): Difference | null {
  const isPaid = isCharged(payment.state);
  if (!transaction) return isPaid ? 'unknown' : null;
  const reportedRefund = refundedTotal(transaction);
  if (!isPaid)
    return reportedRefund !== null && reportedRefund < transaction.amount
      ? chargedDifference(transaction)
      : null;
  if (reportedRefund === null) return 'not-charged';
  if (transaction.amount !== payment.amount || transaction.buyOrder !== payment.buyOrder)
    return 'amount';
  return reportedRefund === payment.refundedAmount ? null : 'refund';
}

/**
 * Returns `charged` if Webpay charged the payment, else null. AUTHORIZED with a code other than 0
 * means that the charge was refused.
 */
function chargedDifference({ status, responseCode }: WebpayTransaction): Difference | null {
  return status === 'PARTIALLY_NULLIFIED' || responseCode === 0 ? 'charged' : null;
}
