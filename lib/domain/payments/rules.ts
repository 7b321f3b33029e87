import type { PaymentEvent } from '#lib/domain/payments/transitions.ts';
import { DAY, HOUR, MINUTE } from '#lib/platform/process/durations.ts';
import type { Lease } from '#lib/platform/process/leases.ts';
import type { WebpayTransaction } from '#lib/platform/webpay/webpay.ts';

/** Age from which a pending payment may be ended. Webpay documents 5 or 10 minutes for its form. */
export const PENDING_TIMEOUT_MS = 15 * MINUTE;
/** How long a person can reopen Webpay's form (the shorter of two documented times). */
export const FORM_REOPEN_MS = 5 * MINUTE;
/** How long a failed commit is repeated, because Webpay may still accept it. */
export const RECOMMIT_MS = 10 * MINUTE;
/**
 * Time until a commit of unknown outcome is checked again. It is short, because a person is
 * waiting.
 */
export const RECHECK_MS = 30_000;
/** If Webpay does not show a refund this long after the request, the refund counts as refused. */
export const REFUND_UNSEEN_MS = 5 * MINUTE;
/**
 * The lease lasts longer than a commit and a status query together (15 s each), so that no other
 * process handles the payment.
 */
export const leaseOf = (id: number): Lease => ({ name: `payment:${id}`, ms: 45_000 });
/** How many days after a payment began Webpay still reports its status. */
export const WEBPAY_STATUS_DAYS = 7;
/** How many days the link of a payment request works. */
export const PAYMENT_REQUEST_DAYS = 30;

type LinkPeriod = { createdAt: number; expiresAt: number };

/**
 * Returns whether the request was cancelled, by an `expiresAt` that is shorter than usual. The
 * current time is not used, because the clocks of servers differ.
 */
export function wasCancelled({ createdAt, expiresAt }: LinkPeriod): boolean {
  return expiresAt < createdAt + PAYMENT_REQUEST_DAYS * DAY;
}

export function isPaymentRequestOver(request: LinkPeriod, now: number): boolean {
  return request.expiresAt <= now || wasCancelled(request);
}

/** Returns whether the total refund exceeds the limit for one admin (`REFUND_SECOND_ADMIN_CLP`). */
export function needsSecondAdmin(
  payment: { refundedAmount: number },
  { amount, max }: Record<'amount' | 'max', number>,
) {
  return payment.refundedAmount + amount > max;
}

export function paymentRequestPartition(paymentRequestId: string): string {
  return `payment-request:${paymentRequestId}/mail`;
}

/** `accountId` of payments that guests made by the link of a request. */
export const GUEST_ACCOUNT_ID = '';
const MAX_WAIT_MS = HOUR;
/**
 * Webpay answers for 7 days. After them, a refund counts as lost if Webpay was silent for this
 * long. Its outages are shorter.
 */
const SILENCE_MS = DAY;

/**
 * Returns whether Webpay can no longer report on a refund: it forgets a token seven days after the
 * payment. `isCertain` means that Webpay answered that it does not know the token.
 */
export function isLostRefund(
  {
    createdAt,
    requestedAt,
    isCertain,
  }: { createdAt: number; requestedAt: number; isCertain: boolean },
  now: number,
): boolean {
  if (now < createdAt + WEBPAY_STATUS_DAYS * DAY) return false;
  return isCertain || now >= requestedAt + SILENCE_MS;
}

/** The event that follows from the provider's answer, or null while the payment is undecided. */
type AnswerEvent = Extract<PaymentEvent, 'approved' | 'rejected' | 'mismatched' | 'undone'> | null;

/**
 * Returns the event that follows from Webpay's answer. AUTHORIZED and CAPTURED are charges only
 * with response code 0. A charge is approved only if its amount and order are ours (Webpay Plus
 * reference).
 */
export function eventOfAnswer(
  payment: { amount: number; buyOrder: string },
  transaction: Pick<WebpayTransaction, 'status' | 'responseCode' | 'amount' | 'buyOrder'>,
): AnswerEvent {
  const isSame = transaction.amount === payment.amount && transaction.buyOrder === payment.buyOrder;
  switch (transaction.status) {
    case 'AUTHORIZED':
    case 'CAPTURED':
      if (transaction.responseCode === null) return null;
      if (transaction.responseCode !== 0) return 'rejected';
      return isSame ? 'approved' : 'mismatched';
    case 'PARTIALLY_NULLIFIED':
      return isSame ? 'approved' : 'mismatched';
    case 'FAILED':
      return 'rejected';
    case 'REVERSED':
    case 'NULLIFIED':
      return 'undone';
    default:
      return null;
  }
}

/** Returns how many pesos the provider has refunded in all, or null if its answer does not say. */
export function refundedTotal(
  transaction: Pick<WebpayTransaction, 'status' | 'amount' | 'balance'>,
) {
  switch (transaction.status) {
    case 'REVERSED':
    case 'NULLIFIED':
      return transaction.amount;
    case 'PARTIALLY_NULLIFIED':
      return transaction.balance === null ? null : transaction.amount - transaction.balance;
    case 'AUTHORIZED':
    case 'CAPTURED':
      return 0;
    default:
      return null;
  }
}

/**
 * Returns the time (ms) until the sweeper checks again, after `checks` times: 1, 2, 4 … 60 minutes.
 */
export function waitAfterCheck(checks: number): number {
  return Math.min(MINUTE * 2 ** checks, MAX_WAIT_MS);
}

/**
 * How a person came back from Webpay, by the fields that the browser sends (Transbank's return
 * flows).
 */
export type WebpayReturn =
  | { kind: 'finished'; token: string }
  | { kind: 'aborted' | 'form-failed'; token: string; order: Order }
  | { kind: 'timed-out'; order: { buyOrder: string; sessionId: string } };
type Order = { buyOrder: string | undefined; sessionId: string | undefined };

/** Returns how the person came back, or null for fields that the provider never sends together. */
export function parseWebpayReturn(fields: Record<string, unknown>): WebpayReturn | null {
  const finishedToken = tokenIn(fields.token_ws);
  const abortedToken = tokenIn(fields.TBK_TOKEN);
  const buyOrder = textIn(fields.TBK_ORDEN_COMPRA, 26);
  // Transbank's documentation spells this field in two ways.
  const sessionId = textIn(fields.TBK_ID_SESION ?? fields.TBK_ID_SESSION, 61);
  const order = { buyOrder, sessionId };
  if (finishedToken && abortedToken) return { kind: 'form-failed', token: abortedToken, order };
  if (abortedToken) return { kind: 'aborted', token: abortedToken, order };
  if (finishedToken) return { kind: 'finished', token: finishedToken };
  if (buyOrder && sessionId) return { kind: 'timed-out', order: { buyOrder, sessionId } };
  return null;
}

function tokenIn(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w-]{1,64}$/.test(value) ? value : undefined;
}

function textIn(value: unknown, max: number): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= max ? value : undefined;
}
