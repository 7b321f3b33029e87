import {
  type PaymentRequestState,
  paymentTypeLabel,
  refundReasonCopy,
  resultOf,
} from '#lib/domain/payments/copy.ts';
import { paymentRequestPath, paymentRequestToken } from '#lib/domain/payments/links.ts';
import { payeeName } from '#lib/domain/payments/payee-view.ts';
import { type Payer, payerOf } from '#lib/domain/payments/payer-view.ts';
import type { Payment, PaymentRequest } from '#lib/domain/payments/reads/payments.ts';
import {
  FORM_REOPEN_MS,
  GUEST_ACCOUNT_ID,
  isPaymentRequestOver,
  wasCancelled,
} from '#lib/domain/payments/rules.ts';
import { type RefundReason, refundAmountForm } from '#lib/domain/payments/schema.ts';
import { isTransfer, operationNumberLabel } from '#lib/domain/payments/transfer.ts';
import { isCharged, isOpen, type ShownReason } from '#lib/domain/payments/transitions.ts';
import {
  formatDateTime,
  formatDay,
  formatPesos,
  formatTime,
  isoDay,
  maskedEmail,
} from '#lib/platform/chile/format.ts';
import { getEnv } from '#lib/platform/config/env.ts';

/**
 * Returns all fields of a payment. The reply's schema then removes those that the owner may not
 * see.
 */
export function ownPaymentOf(payment: Payment) {
  const { state: status, createdAt } = payment;
  return { ...payment, status, createdAt: new Date(createdAt).toISOString() };
}

export function paymentPath(buyOrder: string): string {
  return resultPath({ buyOrder });
}

type PaymentRef = Pick<Payment, 'buyOrder'> &
  Partial<Pick<Payment, 'accountId' | 'paymentRequestId'>>;

/** Returns the path that redirects to Webpay. For a guest it contains the token of the link. */
export function payPath(payment: PaymentRef): string {
  const link = guestLink(payment);
  const searchParams = link ? `?enlace=${encodeURIComponent(link)}` : '';
  return `/pagar/ir/${encodeURIComponent(payment.buyOrder)}${searchParams}`;
}

/** Returns the page of a payment: in the panel, or below the payment link for guests. */
export function resultPath(payment: PaymentRef, part: '' | '/comprobante' = ''): string {
  const order = encodeURIComponent(payment.buyOrder);
  const link = guestLink(payment);
  return link ? `/pagar/${link}${part}?orden=${order}` : `/panel/pagos/${order}${part}`;
}

function guestLink({ accountId, paymentRequestId }: PaymentRef): string | null {
  return accountId === GUEST_ACCOUNT_ID && paymentRequestId
    ? paymentRequestToken(paymentRequestId)
    : null;
}

export function adminPaymentPath(buyOrder: string): `/${string}` {
  return `/admin/pagos/${encodeURIComponent(buyOrder)}`;
}

/**
 * Returns when (ms) the provider charged a payment, or else when it was settled or created here.
 */
export function paidAt({ transactionAt, settledAt, createdAt }: Omit<Payment, 'reason'>): number {
  return transactionAt ?? settledAt ?? createdAt;
}

/**
 * Returns the rows of a payment for page, mail and receipt, without those in `shownFields`, which
 * the caller shows elsewhere.
 */
export function paymentRows(
  payment: Omit<Payment, 'reason'>,
  shownFields: readonly string[] = [],
): { label: string; value: string }[] {
  const wasCharged = isCharged(payment.state);
  const { installments, cardLast4, authorizationCode, refundedAmount, updatedAt } = payment;
  const rows: [string, string | null][] = [
    ['Monto', formatPesos(payment.amount)],
    ['Concepto', payment.description],
    ['Orden de compra', payment.buyOrder],
    [
      'Fecha',
      isTransfer(payment)
        ? formatDay(paidAt(payment))
        : `${formatDateTime(paidAt(payment))}, hora de Chile`,
    ],
    ['Tarjeta', wasCharged && cardLast4 ? `Terminada en ${cardLast4}` : null],
    ['Tipo de pago', wasCharged ? paymentTypeLabel(payment.paymentTypeCode) : null],
    ['Cuotas', wasCharged && installments ? String(installments) : null],
    [
      isTransfer(payment) ? operationNumberLabel : 'Código de autorización',
      wasCharged ? authorizationCode : null,
    ],
    [
      wasCharged ? 'Recibió el pago' : 'Recibe el pago',
      getEnv().company.owner ? payeeName() : null,
    ],
    [
      'Devuelto',
      refundedAmount > 0 ? `${formatPesos(refundedAmount)}, ${formatDay(updatedAt)}` : null,
    ],
  ];
  return rows.flatMap(([label, value]) =>
    value && !shownFields.includes(label) ? { label, value } : [],
  );
}

/** Labels of the rows that the card of a payment already shows. */
export const cardRowLabels = ['Monto', 'Orden de compra', 'Recibe el pago', 'Recibió el pago'];

/** Returns the paths of the payer's next steps, with null for a step that is not possible. */
export function payerPaths(
  payment: Omit<Payment, 'reason'> & { reason: ShownReason | null },
  now: number,
) {
  const { buyOrder, state, reason, paymentRequestId, commitRequestedAt, createdAt } = payment;
  const mayGoOn =
    state === 'pending' && commitRequestedAt === null && now - createdAt < FORM_REOPEN_MS;
  const retryPath = paymentRequestId
    ? paymentRequestPath(paymentRequestId)
    : `/pagar?otra=${encodeURIComponent(buyOrder)}`;
  return {
    receipt: isCharged(state) ? resultPath(payment, '/comprobante') : null,
    continuePath: mayGoOn ? payPath(payment) : null,
    retry: resultOf(state, reason).mayRetry ? retryPath : null,
    refreshPath: isOpen(state) ? resultPath(payment) : null,
  };
}

/**
 * Returns a request's state at `now` (ms). Only unpaid requests become `expired` or `cancelled`.
 */
export function paymentRequestState(
  request: Pick<PaymentRequest, 'reservedBy' | 'createdAt' | 'expiresAt'> & { held?: number },
  paymentState: Payment['state'] | null,
  now: number,
): PaymentRequestState {
  if (paymentState === 'refunded') return 'refunded';
  if (paymentState === 'authorized') return 'paid';
  // Any other failure frees the request, so this payment was charged wrongly (`mismatch`).
  if (paymentState === 'failed') return 'review';
  if (request.reservedBy !== null) return 'paying';
  if (!isPaymentRequestOver(request, now)) return request.held ? 'held' : 'waiting';
  return wasCancelled(request) ? 'cancelled' : 'expired';
}

/**
 * Returns the content of a payment link's page. If the link has ended, purpose, amount and e-mail
 * are hidden, unless somebody is paying.
 */
export function paymentLinkPage({ request, payment }: PaymentRequestPair, now: number) {
  const { id, amount, description, email, expiresAt } = request;
  const state = paymentRequestState(request, payment?.state ?? null, now);
  const isOver = isPaymentRequestOver(request, now) && state !== 'paying';
  return {
    state,
    title: isOver ? 'Pago solicitado' : description,
    amount: isOver ? null : formatPesos(amount),
    refunded: isOver ? null : refundedPartText(state, payment?.refundedAmount ?? null),
    until: formatDay(expiresAt),
    receiptTo: isOver ? null : maskedEmail(email),
    path: paymentRequestPath(id),
  };
}

type PaymentRequestPair = { request: PaymentRequest; payment: Payment | null };

/** Returns the refunded part as text, or null if nothing or everything was refunded. */
export function refundedPartText(
  state: PaymentRequestState,
  refunded: number | null,
): string | null {
  return state === 'paid' && refunded ? `Devolvimos ${formatPesos(refunded)}` : null;
}

/** Returns what Webpay can still refund. The team pays transfers back through its own bank. */
export function refundableAmount(payment: Payment): number {
  const { state, amount, refundedAmount } = payment;
  return state === 'authorized' && !isTransfer(payment) ? amount - refundedAmount : 0;
}

/** Parses a typed amount in whole pesos, or returns why that much cannot be refunded. */
export function parseRefundAmount(
  payment: Payment,
  typedAmount = '',
): { amount: number; error?: undefined } | { amount?: undefined; error: string } {
  const { data: amount, error } = refundAmountForm.safeParse(typedAmount);
  if (amount === undefined) return { error: error?.issues[0]?.message ?? '' };
  const refundable = refundableAmount(payment);
  return amount > refundable ? { error: maxRefundText(refundable) } : { amount };
}

export function maxRefundText(refundable: number): string {
  return `Puedes devolver hasta ${formatPesos(refundable)}.`;
}

export function confirmedRefundRows(
  payment: Payment,
  { amount, ...payer }: Payer & { amount: number },
): { label: string; value: string }[] {
  const remainingAmount = refundableAmount(payment) - amount;
  const { cardLast4, description, buyOrder } = payment;
  return [
    { label: 'Devuelves', value: formatPesos(amount) },
    { label: 'Tarjeta', value: cardLast4 ? `Terminada en ${cardLast4}` : 'Con la que se pagó' },
    { label: 'Quién pagó', value: payerOf({ payment, ...payer }) },
    { label: 'Pago', value: `${formatPesos(payment.amount)}, ${formatDateTime(paidAt(payment))}` },
    ...(description ? [{ label: 'Concepto', value: description }] : []),
    { label: 'Orden de compra', value: buyOrder },
    {
      label: 'Después queda',
      value: remainingAmount > 0 ? formatPesos(remainingAmount) : 'Nada por devolver',
    },
  ];
}

export type RefundCause = { reason: RefundReason | null; note: string | null };

/** Returns the reason of a refund, such as `Pagó dos veces: con dos tarjetas`, or an empty text. */
export function refundReasonText({ reason, note }: RefundCause): string {
  return [reason && refundReasonCopy[reason], note].filter(Boolean).join(': ');
}

/** An attempt to pay that Webpay has not settled. */
export type OpenAttempt = { order: string; at: number };

/** Returns text such as `desde las 14:32`. */
export function attemptStartText({ at }: Pick<OpenAttempt, 'at'>, now: number): string {
  return isoDay(at) === isoDay(now)
    ? `desde las ${formatTime(at)}`
    : `desde el ${formatDateTime(at)}`;
}
