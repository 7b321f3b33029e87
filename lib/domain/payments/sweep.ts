import { and, eq, exists, gt, inArray, isNull, lt, lte, ne, or } from 'drizzle-orm';
import { findPaymentByOrder, type Payment } from '#lib/domain/payments/reads/payments.ts';
import type { QueryResult } from '#lib/domain/payments/reads/unconfirmed.ts';
import { PENDING_TIMEOUT_MS, RECOMMIT_MS } from '#lib/domain/payments/rules.ts';
import {
  comparePayments,
  reportDifferences,
} from '#lib/domain/payments/writes/compare-payments.ts';
import { resolvePayment } from '#lib/domain/payments/writes/resolve-payment.ts';
import { resolveRefund } from '#lib/domain/payments/writes/resolve-refund.ts';
import {
  type PaymentOrigin,
  transitionPayment,
} from '#lib/domain/payments/writes/transition-payment.ts';
import { retentionStart } from '#lib/domain/privacy/rules.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { paymentRequests, payments } from '#lib/platform/db/schema/payments.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { AdminCtx } from '#lib/platform/operations/operation.ts';
import { HOUR } from '#lib/platform/process/durations.ts';

/** Maximum number of payments per round. The sweeper runs every minute and has other jobs. */
const MAX_PER_ROUND = 20;
/** Time limit of a call to Webpay. It is shorter than the usual 15 s, because other jobs wait. */
const CALL_TIMEOUT_MS = 5_000;
/** Maximum duration of one round, because other jobs of the sweeper follow. */
const ROUND_MS = 20_000;

type Options = {
  /** When it aborts, the round ends after the present payment. */
  signal?: AbortSignal | undefined;
  withinMs?: number;
};

/**
 * Asks Webpay about payments and refunds of unknown outcome and settles them, ends payments that
 * never got a token, and then compares some settled payments. Stops if Webpay does not answer.
 * `withinMs` limits each call.
 */
export async function sweepPayments(
  now: number,
  { signal, withinMs = CALL_TIMEOUT_MS }: Options = {},
): Promise<void> {
  await correctCheckTimes(now);
  if (!getEnv().transbank) return;
  const actor: PaymentOrigin = { requestId: 'sweeper', ip: '', now, actor: 'system' };
  const duePayments = await getDb()
    .read.select()
    .from(payments)
    .where(lte(payments.nextCheckAt, now))
    .orderBy(payments.nextCheckAt)
    .limit(MAX_PER_ROUND);
  const endsAt = performance.now() + ROUND_MS;
  for (const payment of duePayments) {
    if (signal?.aborted || performance.now() > endsAt) return;
    const failure = await settlePayment(payment, actor, withinMs);
    if (failure === 'timeout' || failure === 'network' || failure === 'unauthorized') return;
  }
  if (await comparePayments(actor, { limit: MAX_PER_ROUND, withinMs, signal })) {
    await reportDifferences();
  }
}

async function settlePayment(payment: Payment, actor: PaymentOrigin, withinMs: number) {
  const { id, state } = payment;
  if (state === 'created') {
    await getDb().write((tx) => transitionPayment(tx, id, 'left', { actor }));
    return null;
  }
  if (state !== 'pending') return resolveRefund(payment, { actor, withinMs });
  const ifOpen = isOver(payment, actor.now) ? 'left' : null;
  return resolvePayment(id, { first: 'status-query', ifOpen, actor, withinMs });
}

/**
 * Asks Webpay about a payment before its planned check. Returns why there is no answer, `known` if
 * nothing had to be asked, or `answered`. Throws `not_found`, and `not_configured` without Webpay's
 * keys.
 */
export async function checkPaymentNow(ctx: AdminCtx, buyOrder: string): Promise<QueryResult> {
  const payment = await findPaymentByOrder(buyOrder);
  if (!payment) throw new AppError('not_found');
  if (!getEnv().transbank) throw new AppError('not_configured');
  if (payment.state !== 'pending') return 'known';
  return (
    (await settlePayment(payment, { ...ctx, actor: ctx.accountId }, CALL_TIMEOUT_MS)) ?? 'answered'
  );
}

/** Returns whether neither the form nor a failed commit can lead to a charge any more. */
function isOver({ createdAt, commitRequestedAt }: Payment, now: number): boolean {
  return now - createdAt >= PENDING_TIMEOUT_MS && now - (commitRequestedAt ?? 0) >= RECOMMIT_MS;
}

/** Checks are planned at most 1 hour ahead. A later time means that the clock was set back. */
const FARTHEST_MS = 2 * HOUR;

async function correctCheckTimes(now: number): Promise<void> {
  const farAheadCondition = gt(payments.nextCheckAt, now + FARTHEST_MS);
  const [farAheadPayment] = await getDb()
    .read.select({ id: payments.id })
    .from(payments)
    .where(farAheadCondition)
    .limit(1);
  if (farAheadPayment)
    await getDb().write((tx) =>
      tx.update(payments).set({ nextCheckAt: now }).where(farAheadCondition),
    );
}

/**
 * Deletes unpaid payments and requests, and paid requests, after the times that the privacy page
 * states. `now` is in ms.
 */
export async function deleteExpiredPayments(now: number): Promise<void> {
  const unpaidCutoff = retentionStart('unpaidPayment', now);
  await getDb().write(async (tx) => {
    await tx.delete(payments).where(
      and(
        lt(payments.createdAt, unpaidCutoff),
        inArray(payments.state, ['failed', 'aborted', 'expired']),
        isNull(payments.difference),
        // A wrong charge stays, because it prevents a second payment of its request.
        or(isNull(payments.reason), ne(payments.reason, 'mismatch')),
      ),
    );
    await tx
      .delete(paymentRequests)
      .where(and(lt(paymentRequests.createdAt, unpaidCutoff), isNull(paymentRequests.reservedBy)));
    const paid = { before: retentionStart('payment', now), id: paymentRequests.reservedBy };
    const oldPaymentIds = tx
      .select({ id: payments.id })
      .from(payments)
      .where(and(eq(payments.id, paid.id), lt(payments.createdAt, paid.before)));
    await tx
      .delete(paymentRequests)
      .where(and(lt(paymentRequests.createdAt, paid.before), exists(oldPaymentIds)));
  });
}
