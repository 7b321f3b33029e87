import { and, eq, inArray } from 'drizzle-orm';
import { audit } from '#lib/domain/audit/writes.ts';
import { findPaymentByOrder } from '#lib/domain/payments/reads/payments.ts';
import { needsSecondAdmin, RECHECK_MS } from '#lib/domain/payments/rules.ts';
import type { RefundReason } from '#lib/domain/payments/schema.ts';
import { maxRefundText } from '#lib/domain/payments/view.ts';
import {
  type PaymentOrigin,
  transitionPayment,
} from '#lib/domain/payments/writes/transition-payment.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { paymentRefunds, payments } from '#lib/platform/db/schema/payments.ts';
import { AppError, conflict } from '#lib/platform/operations/errors.ts';
import type { AdminCtx } from '#lib/platform/operations/operation.ts';
import { now } from '#lib/platform/process/clock.ts';
import { log } from '#lib/platform/process/log.ts';
import { getWebpay } from '#lib/platform/webpay/client.ts';
import { findWebpayFailure, type WebpayRefund } from '#lib/platform/webpay/webpay.ts';

export type Refund = typeof paymentRefunds.$inferSelect;

type RefundOrder = {
  amount?: number | undefined;
  key: string;
  reason?: RefundReason | undefined;
  note?: string | undefined;
};

/**
 * Refunds `amount` pesos, or all that is left. A payment has one refund at a time, and a repeated
 * `key` is ignored. A refund above one admin's limit is only `proposed`. Throws `upstream_timeout`
 * or `upstream_failed` if the outcome is unknown; the sweeper then asks Webpay.
 */
export async function refundPayment(
  ctx: AdminCtx,
  buyOrder: string,
  refundOrder: RefundOrder,
): Promise<'done' | 'proposed'> {
  getWebpay();
  const requestedRefund = await getDb().write((tx) =>
    requestRefund(tx, ctx, { buyOrder, ...refundOrder }),
  );
  if (requestedRefund?.refund.state === 'proposed') return 'proposed';
  if (requestedRefund) await sendRefund(ctx, requestedRefund, buyOrder);
  return 'done';
}

/**
 * Decides on a proposed refund, which is above one admin's limit. Another admin must approve it;
 * any admin may withdraw it.
 */
export async function decideProposal(
  ctx: AdminCtx,
  buyOrder: string,
  { refundId, isApproved }: { refundId: number; isApproved: boolean },
): Promise<void> {
  getWebpay();
  const requestedRefund = await getDb().write(async (tx) => {
    const [row] = await tx
      .select({ payment: payments, refund: paymentRefunds })
      .from(paymentRefunds)
      .innerJoin(payments, eq(payments.id, paymentRefunds.paymentId))
      .where(and(eq(paymentRefunds.id, refundId), eq(payments.buyOrder, buyOrder)))
      .limit(1);
    if (!row) throw new AppError('not_found');
    const { payment, refund } = row;
    const { accountId: actor, now: at } = ctx;
    if (refund.state !== 'proposed' || payment.token === null) {
      throw conflict('Esta devolución ya se decidió.');
    }
    if (isApproved && refund.actor === actor) {
      throw new AppError('forbidden', {
        message: 'La pediste tú: la aprueba otra persona del equipo.',
      });
    }
    const decision = isApproved
      ? ({ state: 'asked', approvedBy: actor, requestedAt: at } as const)
      : ({ state: 'withdrawn', settledAt: at } as const);
    await tx.update(paymentRefunds).set(decision).where(eq(paymentRefunds.id, refundId));
    const action = isApproved ? 'payment.refund-approved' : 'payment.refund-withdrawn';
    await audit(tx, ctx, { accountId: payment.accountId, actor, action, subject: buyOrder });
    if (isApproved) await scheduleRefundCheck(tx, payment.id);
    return isApproved ? { refund: { ...refund, ...decision }, token: payment.token } : null;
  });
  if (requestedRefund) await sendRefund(ctx, requestedRefund, buyOrder);
}

type RequestedRefund = { refund: Refund; token: string };

async function sendRefund(
  ctx: AdminCtx,
  requestedRefund: RequestedRefund,
  buyOrder: string,
): Promise<void> {
  let reply: WebpayRefund;
  try {
    reply = await getWebpay().refund(requestedRefund.token, requestedRefund.refund.amount);
  } catch (error) {
    throw await handleRefundFailure(error, requestedRefund.refund, buyOrder);
  }
  const state = reply.isAccepted ? 'done' : 'refused';
  await settleRefund(requestedRefund.refund, {
    state,
    reply,
    actor: { ...ctx, actor: ctx.accountId },
  });
  if (!reply.isAccepted) throw refusedError();
}

async function requestRefund(
  tx: Tx,
  ctx: AdminCtx,
  { buyOrder, amount, key, reason, note }: RefundOrder & { buyOrder: string },
): Promise<RequestedRefund | null> {
  const payment = await findPaymentByOrder(buyOrder, tx);
  if (!payment) throw new AppError('not_found');
  const earlierRefunds = await tx
    .select()
    .from(paymentRefunds)
    .where(eq(paymentRefunds.paymentId, payment.id))
    .limit(1000);
  const sameKey = earlierRefunds.find((refund) => refund.key === key);
  if (sameKey?.state === 'done') return null;
  if (sameKey?.state === 'proposed') return { refund: sameKey, token: '' };
  const underWay = earlierRefunds.find((refund) => isUnderWay(refund, ctx.now));
  if (underWay) throw conflict(unsettledRefundText(underWay));
  if (sameKey) throw refusedError();
  if (payment.state !== 'authorized' || payment.token === null) {
    throw conflict('Este pago no tiene nada que devolver.');
  }
  const refundable = payment.amount - payment.refundedAmount;
  const refundAmount = amount ?? refundable;
  if (refundAmount > refundable) {
    throw new AppError('validation_failed', { fields: { amount: maxRefundText(refundable) } });
  }
  const { refundSecondAdminClp: limit } = getEnv();
  const isLarge = needsSecondAdmin(payment, { amount: refundAmount, max: limit });
  const [refund] = await tx
    .insert(paymentRefunds)
    .values({
      paymentId: payment.id,
      key,
      amount: refundAmount,
      reason,
      note,
      state: isLarge ? 'proposed' : 'asked',
      actor: ctx.accountId,
      requestedAt: ctx.now,
    })
    .returning();
  if (!refund) throw new Error('the insert returned no row');
  if (!isLarge) await scheduleRefundCheck(tx, payment.id);
  await audit(tx, ctx, {
    accountId: payment.accountId,
    actor: ctx.accountId,
    action: isLarge ? 'payment.refund-proposed' : 'payment.refund-asked',
    subject: buyOrder,
  });
  return { refund, token: payment.token };
}

async function scheduleRefundCheck(tx: Tx, paymentId: number): Promise<void> {
  await tx
    .update(payments)
    .set({ nextCheckAt: now() + RECHECK_MS, checks: 0 })
    .where(eq(payments.id, paymentId));
}

/**
 * Returns whether a refund is in progress. One that ended after this call arrived counts too,
 * because the caller did not know of its end.
 */
function isUnderWay({ state, settledAt }: Refund, arrivedAt: number): boolean {
  return isOpenRefund(state) || (state === 'done' && (settledAt ?? 0) >= arrivedAt);
}

function isOpenRefund(state: Refund['state']): boolean {
  return state === 'asked' || state === 'unclear' || state === 'proposed';
}

function unsettledRefundText({ state }: Refund): string {
  if (state === 'proposed') return 'Hay una devolución por aprobar: decídela primero.';
  return state === 'unclear'
    ? 'Hay una devolución sin confirmar: aclara primero en /admin/pagos si se hizo.'
    : 'Ya hay una devolución en curso para este pago.';
}

type Settlement = {
  state: 'done' | 'refused';
  reply?: Pick<WebpayRefund, 'type' | 'authorizationCode'>;
  actor: PaymentOrigin;
};

/** Stores how a refund ended. A refund that has ended is not changed again. */
export async function settleRefund(refund: Refund, settlement: Settlement): Promise<void> {
  await getDb().write((tx) => writeSettlement(tx, refund, settlement));
}

/** Like `settleRefund`, in the caller's transaction. */
export async function writeSettlement(
  tx: Tx,
  refund: Refund,
  { state, reply, actor }: Settlement,
): Promise<void> {
  const at = now();
  const [settledRefund] = await tx
    .update(paymentRefunds)
    .set({ state, kind: reply?.type, authorizationCode: reply?.authorizationCode, settledAt: at })
    .where(
      and(eq(paymentRefunds.id, refund.id), inArray(paymentRefunds.state, ['asked', 'unclear'])),
    )
    .returning({ id: paymentRefunds.id });
  if (!settledRefund) return;
  const [payment] = await tx
    .update(payments)
    .set({ nextCheckAt: null })
    .where(eq(payments.id, refund.paymentId))
    .returning();
  if (!payment || state === 'refused') return;
  const refundedAmount = payment.refundedAmount + refund.amount;
  const event = refundedAmount >= payment.amount ? 'refunded' : 'partly-refunded';
  const change = { actor: { ...actor, now: at }, facts: { refundedAmount } };
  await transitionPayment(tx, payment.id, event, change);
}

async function handleRefundFailure(
  error: unknown,
  refund: Refund,
  buyOrder: string,
): Promise<unknown> {
  const failure = findWebpayFailure(error);
  if (!failure) return error;
  log().warn({ buyOrder, failure }, 'webpay did not take a refund');
  if (failure === 'timeout')
    return new AppError('upstream_timeout', { message: unknownOutcomeText });
  const isCertain = failure === 'refused' || failure === 'not-found' || failure === 'unauthorized';
  if (!isCertain) return new AppError('upstream_failed', { message: unknownOutcomeText });
  const actor = { requestId: 'refund', ip: '', now: now(), actor: refund.actor };
  await settleRefund(refund, { state: 'refused', actor });
  return failure === 'unauthorized' ? new AppError('upstream_failed') : refusedError();
}

const unknownOutcomeText =
  'Webpay no respondió: en unos minutos sabremos si la devolución se hizo. No la pidas otra vez.';

function refusedError(): AppError {
  return conflict('Webpay no aceptó esta devolución. Revisa el pago en el portal de Transbank.');
}
