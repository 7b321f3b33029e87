import {
  failedAttemptTag,
  isPartRefunded,
  refundCopy,
  stateTag,
} from '#lib/domain/payments/copy.ts';
import type { Payment } from '#lib/domain/payments/reads/payments.ts';
import { isTransfer } from '#lib/domain/payments/transfer.ts';
import {
  isCharged,
  type PaymentReason,
  type PaymentState,
} from '#lib/domain/payments/transitions.ts';
import { paymentRows, type RefundCause, refundReasonText } from '#lib/domain/payments/view.ts';
import { formatDateTime, formatDay, formatPesos } from '#lib/platform/chile/format.ts';

type Row = { label: string; value: string };

/**
 * Returns the tag of a payment for the team. It is the same in the list and on the payment's page.
 */
export function teamTag(payment: Payment, isPaidByAnotherAttempt: boolean) {
  return isPaidByAnotherAttempt ? failedAttemptTag : stateTag(payment);
}

const outcomes: Record<Exclude<PaymentState, 'failed'>, string> = {
  created: 'Webpay no ha abierto su formulario de pago',
  pending: 'Webpay no ha dicho si cobró',
  authorized: 'Webpay lo cobró',
  aborted: 'Quien pagaba anuló el pago en Webpay. No se cobró',
  expired: 'Se acabó el tiempo para pagar en Webpay. No se cobró',
  refunded: 'Webpay lo cobró, y después se devolvió completo',
};

const failures: Record<Exclude<PaymentReason, 'left'>, string> = {
  rejected: 'El banco o Webpay no autorizó el pago. No se cobró',
  provider: 'Webpay no estaba disponible y no abrió el pago. No se cobró',
  form: 'La página de Webpay falló. No se cobró',
  'already-paid': 'Otro intento ya tenía tomado este pago. Por este no se cobró',
  mismatch: 'Webpay informó otro monto u otra orden. Hay que revisarlo con Transbank',
  undone: 'Webpay lo cobró y después reversó el cargo',
};

function outcomeText(payment: Payment): string {
  const { state, reason } = payment;
  if (isTransfer(payment))
    return 'Llegó por transferencia y el equipo lo registró. Se devuelve desde el banco';
  if (reason === 'left') return 'Quien pagaba no volvió de Webpay. No se cobró';
  if (isPartRefunded(payment)) return 'Webpay lo cobró, y después se devolvió una parte';
  return state === 'failed' ? failures[reason ?? 'rejected'] : outcomes[state];
}

/** Webpay's response codes (transbankdevelopers.cl/referencia/webpay, `response_code`). */
const responses: Record<number, string> = {
  0: 'aprobado',
  [-1]: 'posible error al ingresar los datos. Se puede reintentar',
  [-2]: 'falló por la tarjeta o por su cuenta',
  [-3]: 'error interno de Transbank',
  [-4]: 'lo rechazó el banco emisor de la tarjeta',
  [-5]: 'riesgo de posible fraude',
};

function responseText(code: number | null): string | null {
  if (code === null) return null;
  return `Código ${code}: ${responses[code] ?? 'Transbank no publica su significado'}`;
}

/** Returns a payment's rows for the team, with what Webpay reported about a refused one. */
export function teamPaymentRows(payment: Payment): Row[] {
  const { state, responseCode, cardLast4 } = payment;
  const card = isCharged(state) || !cardLast4 ? null : `Terminada en ${cardLast4}`;
  return [
    { label: 'Qué pasó', value: outcomeText(payment) },
    ...filledRows([['Respuesta de Webpay', responseText(responseCode)]]),
    ...paymentRows(payment, ['Fecha']),
    ...filledRows([['Tarjeta', card]]),
  ];
}

export function timelineRows(payment: Payment): Row[] {
  const { createdAt, commitRequestedAt, transactionAt, settledAt, nextCheckAt } = payment;
  return filledRows([
    ['Empezó', timeText(createdAt)],
    ['Volvió de Webpay', timeText(commitRequestedAt)],
    isTransfer(payment)
      ? ['Día de la transferencia', transactionAt === null ? null : formatDay(transactionAt)]
      : ['Hora del cobro o rechazo, según Webpay', timeText(transactionAt)],
    ['Se cerró', timeText(settledAt)],
    ['Se vuelve a consultar', timeText(nextCheckAt)],
  ]);
}

function timeText(at: number | null): string | null {
  return at === null ? null : formatDateTime(at);
}

function filledRows(rows: readonly (readonly [string, string | null])[]): Row[] {
  return rows.flatMap(([label, value]) => (value === null ? [] : { label, value }));
}

type Refund = RefundCause & {
  amount: number;
  state: keyof typeof refundCopy;
  requestedAt: number;
  /** Names of the advisors. Null if the account no longer exists. */
  requestedBy: string | null;
  approvedByName: string | null;
};

export function refundRows(refunds: readonly Refund[]) {
  return refunds.map(({ amount, state, requestedAt, requestedBy, approvedByName, ...cause }) => ({
    label: formatDateTime(requestedAt),
    value: [
      `${formatPesos(amount)}: ${refundCopy[state]}`,
      refundReasonText(cause),
      `La pidió ${requestedBy ?? 'alguien que ya no está en el equipo'}`,
      approvedByName && `La aprobó ${approvedByName}`,
    ]
      .filter(Boolean)
      .join('. '),
  }));
}
