import type { RefundReason } from '#lib/domain/payments/schema.ts';
import type { PaymentReason, PaymentState, ShownReason } from '#lib/domain/payments/transitions.ts';
import { formatDay } from '#lib/platform/chile/format.ts';

export type { PaymentReason, PaymentState, ShownReason };

type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';

export const stateCopy: Record<PaymentState, { label: string; tone: Tone }> = {
  created: { label: 'Sin confirmar', tone: 'neutral' },
  pending: { label: 'Sin confirmar', tone: 'neutral' },
  authorized: { label: 'Pagado', tone: 'success' },
  failed: { label: 'No pagado', tone: 'danger' },
  aborted: { label: 'Anulado', tone: 'neutral' },
  expired: { label: 'Vencido', tone: 'neutral' },
  refunded: { label: 'Devuelto', tone: 'warning' },
};

/**
 * Returns the tag that shows a payment's state. An authorized payment with a partial refund has a
 * tag of its own.
 */
export function stateTag(payment: Omit<PaymentStatus, 'reason'>) {
  if (isPartRefunded(payment)) return { label: 'Devuelto en parte', tone: 'warning' } as const;
  return stateCopy[payment.state];
}

export function isPartRefunded({ state, refundedAmount }: Omit<PaymentStatus, 'reason'>): boolean {
  return state === 'authorized' && refundedAmount > 0;
}

/** Labels a failed attempt if another attempt paid what it was for. Nobody has to act then. */
export const failedAttemptTag = { label: 'Intento rechazado', tone: 'neutral' } as const;

export type PaymentRequestState =
  | 'waiting'
  | 'held'
  | 'paying'
  | 'paid'
  | 'refunded'
  | 'review'
  | 'cancelled'
  | 'expired';

/** Returns whether nobody has begun to pay a request in this state, so that it can be cancelled. */
export const isUnstarted = (state: PaymentRequestState) => state === 'waiting' || state === 'held';
export const isPayable = (state: PaymentRequestState) => isUnstarted(state) || state === 'paying';

export const heldText =
  'Antes de pagar, quien pidió la garantía acepta las condiciones en la página de su solicitud. Cuando lo haga, pagas aquí mismo.';

export const paymentRequestCopy: Record<PaymentRequestState, { label: string; tone: Tone }> = {
  waiting: { label: 'Por pagar', tone: 'info' },
  held: { label: 'Falta aceptar', tone: 'neutral' },
  paying: { label: 'Pagando', tone: 'info' },
  review: { label: 'Por revisar', tone: 'warning' },
  paid: { label: 'Pagado', tone: 'success' },
  refunded: { label: 'Devuelto', tone: 'warning' },
  cancelled: { label: 'Anulado', tone: 'neutral' },
  expired: { label: 'Vencido', tone: 'neutral' },
};

type SimilarRequest = { amount: string; state: PaymentRequestState; chargedAt: number | null };
export type PriorRequest = { isOpen: boolean; text: string };

/**
 * Describes the requests that a new request may repeat: the newest open one and the newest paid
 * one. Returns null if there are none.
 */
export function similarRequestNotice(requests: readonly SimilarRequest[]): PriorRequest | null {
  const openRequest = requests.find(({ state }) => isPayable(state));
  const paidRequest = requests.find(({ state }) => state === 'paid');
  const texts = [
    ...(openRequest ? [`Ya hay uno de ${openRequest.amount}.`] : []),
    ...(paidRequest
      ? [`Ya pagó ${paidRequest.amount} el ${formatDay(paidRequest.chargedAt ?? 0)}.`]
      : []),
  ];
  return texts.length > 0 ? { isOpen: openRequest !== undefined, text: texts.join(' ') } : null;
}

type Result = { title: string; text: string; tone: Tone; mayRetry: boolean };

const nothingChargedText = 'No se hizo ningún cargo.';

/** Texts of the result page, which is also shown without a session. */
const resultCopy: Record<Exclude<PaymentState, 'failed'>, Result> = {
  created: {
    title: 'Estamos confirmando tu pago',
    text: 'Webpay todavía no responde. Espera un momento antes de pagar otra vez.',
    tone: 'info',
    mayRetry: false,
  },
  pending: {
    title: 'Estamos confirmando tu pago',
    text: 'Si ya pagaste en Webpay, la confirmación toma unos minutos: no pagues otra vez. El comprobante llega por correo cuando esté aprobado.',
    tone: 'info',
    mayRetry: false,
  },
  authorized: {
    title: 'Pago aprobado',
    text: 'Recibimos tu pago. El comprobante va en camino por correo.',
    tone: 'success',
    mayRetry: false,
  },
  aborted: {
    title: 'Anulaste el pago',
    text: `Saliste de Webpay antes de pagar. ${nothingChargedText}`,
    tone: 'warning',
    mayRetry: true,
  },
  expired: {
    title: 'Se acabó el tiempo para pagar',
    text: `Webpay espera unos minutos y luego cierra el pago. ${nothingChargedText}`,
    tone: 'warning',
    mayRetry: true,
  },
  refunded: {
    title: 'Devolvimos tu pago',
    text: 'El dinero vuelve al mismo medio de pago. El plazo depende de tu banco.',
    tone: 'info',
    mayRetry: false,
  },
};

const failureCopy: Record<Exclude<ShownReason, 'left'>, Result> = {
  rejected: {
    title: 'Pago rechazado',
    text: `Tu banco o Webpay no autorizó el pago. ${nothingChargedText} Puedes intentarlo otra vez o con otra tarjeta.`,
    tone: 'danger',
    mayRetry: true,
  },
  provider: {
    title: 'No pudimos abrir el pago',
    text: `Webpay no estaba disponible. ${nothingChargedText}`,
    tone: 'danger',
    mayRetry: true,
  },
  form: {
    title: 'El pago no terminó',
    text: `La página de Webpay tuvo un problema. ${nothingChargedText}`,
    tone: 'danger',
    mayRetry: true,
  },
  'already-paid': {
    title: 'Este intento no se cobró',
    text: `Este pago se tomó desde otro lugar. Por este intento no se hizo ningún cargo.`,
    tone: 'warning',
    mayRetry: false,
  },
  'let-go': {
    title: 'Este intento no se cobró',
    text: `Otra persona estaba pagando lo mismo y su pago no se completó. ${nothingChargedText} Puedes intentarlo otra vez.`,
    tone: 'warning',
    mayRetry: true,
  },
  mismatch: {
    title: 'Estamos revisando tu pago',
    text: 'Lo que informó Webpay no coincide con tu orden. Nuestro equipo lo está revisando: no pagues otra vez.',
    tone: 'warning',
    mayRetry: false,
  },
  undone: {
    title: 'El pago fue reversado',
    text: 'Webpay reversó el cargo: el dinero vuelve al mismo medio de pago.',
    tone: 'warning',
    mayRetry: true,
  },
};

/** Returns heading, text and tone of a payment's result, and whether the payer may retry. */
export function resultOf(state: PaymentState, reason: ShownReason | null): Result {
  if (state !== 'failed') return resultCopy[state];
  return failureCopy[reason === null || reason === 'left' ? 'rejected' : reason];
}

export type PaymentStatus = {
  state: PaymentState;
  reason: ShownReason | null;
  refundedAmount: number;
};

/**
 * Explains the result of a payment to its payer. `guest` is set for a payment by link: the masked
 * e-mail to which the receipt was sent, and the last day of the link.
 */
export function resultText(
  { state, reason, refundedAmount }: PaymentStatus,
  guest?: { receiptTo: string | null; until: string },
): string {
  const { text } = resultOf(state, reason);
  if (state !== 'authorized') return text;
  if (refundedAmount > 0) return 'Recibimos tu pago y después devolvimos una parte.';
  if (!guest?.receiptTo) return text;
  return `Recibimos tu pago. El comprobante va en camino por correo a ${guest.receiptTo}. Ese PDF no vence; esta página lo muestra hasta el ${guest.until}.`;
}

/** Our own code of a payment by bank transfer, beside Transbank's codes. */
export const TRANSFER_TYPE = 'TR';

/** Labels of Transbank's payment types. A receipt must name the type. */
const typeCopy: Record<string, string> = {
  VD: 'Débito (Redcompra)',
  VP: 'Prepago',
  VN: 'Crédito, sin cuotas',
  VC: 'Crédito, en cuotas',
  SI: 'Crédito, 3 cuotas sin interés',
  S2: 'Crédito, 2 cuotas sin interés',
  NC: 'Crédito, cuotas sin interés',
  [TRANSFER_TYPE]: 'Transferencia',
};

/** Returns the words for Webpay's code of a payment type. An unknown code is returned as it is. */
export function paymentTypeLabel(code: string | null): string | null {
  return code === null ? null : (typeCopy[code] ?? code);
}

export const differenceCopy = {
  charged: 'Webpay lo cobró y aquí no figura pagado',
  'not-charged': 'Aquí figura pagado y en Webpay no',
  amount: 'El monto o la orden son otros en Webpay',
  refund: 'Lo devuelto no es lo mismo en Webpay',
  unknown: 'Webpay no lo conoce',
} as const;

export const refundReasonCopy: Record<RefundReason, string> = {
  withdrawn: 'La persona desistió',
  'not-issued': 'La garantía no se emitió',
  twice: 'Pagó dos veces',
  amount: 'El monto era otro',
  other: 'Otro motivo',
};

export const refundCopy = {
  proposed: 'por aprobar',
  withdrawn: 'retirada, no se hizo',
  asked: 'en curso, Webpay no ha confirmado',
  unclear: 'sin confirmar, Webpay ya no informa',
  done: 'devuelto',
  refused: 'Webpay no la aceptó',
} as const;
