import { differenceCopy, typeOf } from '#lib/domain/payments/copy.ts';
import type { Payment, PaymentRequest } from '#lib/domain/payments/reads.ts';
import { getEnv } from '#lib/platform/env.ts';
import { formatAmount, formatDateTime } from '#lib/platform/format.ts';
import { idOfToken, signedToken } from '#lib/platform/secrets.ts';

/** What the API tells the owner (decisions 11). */
export function ownPaymentOf(payment: Payment) {
  const { buyOrder, amount, state, description, createdAt, authorizationCode, cardLast4 } = payment;
  return {
    buyOrder,
    amount,
    status: state,
    description,
    createdAt: new Date(createdAt).toISOString(),
    authorizationCode,
    cardLast4,
  };
}

export function paymentPath(buyOrder: string): string {
  return `/panel/pagos/${encodeURIComponent(buyOrder)}`;
}

/** The page that hands the browser over to Webpay. */
export function payPath(buyOrder: string): string {
  return `/pagar/ir/${encodeURIComponent(buyOrder)}`;
}

export function paymentUrl(buyOrder: string): string {
  return `${getEnv().appUrl}${paymentPath(buyOrder)}`;
}

export function receiptPath(buyOrder: string): string {
  return `${paymentPath(buyOrder)}/comprobante`;
}

/** Where whoever is asked for a payment pays it; the link proves itself. */
export function requestUrl(requestId: string): string {
  return `${getEnv().appUrl}${requestPath(requestId)}`;
}

export function requestPath(requestId: string): string {
  return `/pagar/${signedToken('payment-request', requestId)}`;
}

export function requestIdOfLink(token: string): string | null {
  return idOfToken('payment-request', token);
}

export function pesos(amount: number): string {
  return formatAmount(String(amount), 'pesos');
}

/** When the provider charged it, or when it was settled here. */
export function paidAt({ transactionAt, settledAt, createdAt }: Payment): number {
  return transactionAt ?? settledAt ?? createdAt;
}

/** All that the owner may see of a payment, as labels and values: page, mail and receipt alike. */
export function paymentRows(payment: Payment): { label: string; value: string }[] {
  const charged = payment.state === 'authorized' || payment.state === 'refunded';
  const { installments, cardLast4, authorizationCode, refundedAmount } = payment;
  const rows: [string, string | null][] = [
    ['Monto', pesos(payment.amount)],
    ['Detalle', payment.description],
    ['Orden de compra', payment.buyOrder],
    ['Fecha', `${formatDateTime(paidAt(payment))}, hora de Chile`],
    ['Tarjeta', charged && cardLast4 ? `Terminada en ${cardLast4}` : null],
    ['Tipo de pago', charged ? typeOf(payment.paymentTypeCode) : null],
    ['Cuotas', charged && installments ? String(installments) : null],
    ['Código de autorización', charged ? authorizationCode : null],
    ['Devuelto', refundedAmount > 0 ? pesos(refundedAmount) : null],
  ];
  return rows.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

export function differenceText({ difference }: Pick<Payment, 'difference'>): string | null {
  return difference && differenceCopy[difference];
}

/** `expired` only while nobody has paid it. */
export function requestState(
  request: PaymentRequest,
  paymentState: Payment['state'] | null,
  now: number,
): 'waiting' | 'paying' | 'paid' | 'refunded' | 'expired' {
  if (paymentState === 'refunded') return 'refunded';
  if (paymentState === 'authorized') return 'paid';
  if (request.expiresAt <= now) return 'expired';
  return request.paidBy === null ? 'waiting' : 'paying';
}
