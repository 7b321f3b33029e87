import { payments } from '#lib/platform/db/schema/payments.ts';

export const paymentStates = payments.state.enumValues;
export type PaymentState = (typeof paymentStates)[number];

export const paymentEvents = [
  /** The provider gave a token, so the person can now pay. */
  'opened',
  'not-opened',
  /** The provider reports a charge, and its amount and order are ours. */
  'approved',
  /** The provider reports that nothing was charged. */
  'rejected',
  /** The provider reports a charge, but its amount or order is not ours. */
  'mismatched',
  /** The provider no longer knows the payment, and we had asked for its charge. */
  'forgotten',
  /** The provider reports a charge that was reversed before we recorded it. */
  'undone',
  /** The person pressed "Anular" in the provider's form. */
  'aborted',
  /** The person came back because the form's time was over. */
  'timed-out',
  /** The person came back because the form failed. */
  'form-failed',
  /** Another payment paid the same request first. */
  'superseded',
  /** The person did not come back, and the provider charged nothing. */
  'left',
  /** The team saw the money of a bank transfer arrive. Webpay does not know such a payment. */
  'transferred',
  'partly-refunded',
  'refunded',
] as const;
export type PaymentEvent = (typeof paymentEvents)[number];

/** `receipt` and `refund-mail` go to the payer, `alarm` to the operator's log. */
type PaymentEffect = 'receipt' | 'refund-mail' | 'alarm';

export type PaymentReason = (typeof payments.reason.enumValues)[number];

/**
 * `let-go` is shown in place of `already-paid` if the payment that had reserved the request failed
 * too. Nothing was charged then.
 */
export type ShownReason = PaymentReason | 'let-go';

export type Transition = {
  to: PaymentState;
  reason?: PaymentReason;
  effects?: readonly PaymentEffect[];
};

const charge: Transition = { to: 'authorized', effects: ['receipt'] };
/** The provider charged a payment that we had ended. It counts as paid and raises an alarm. */
const lateCharge: Transition = { to: 'authorized', effects: ['receipt', 'alarm'] };
const mischarge: Transition = { to: 'failed', reason: 'mismatch', effects: ['alarm'] };

/**
 * Defines the life of a payment: state × event → state and its effects. An event that a state does
 * not list changes nothing, so every way of reporting it is idempotent.
 */
const transitions: Record<PaymentState, Partial<Record<PaymentEvent, Transition>>> = {
  created: {
    opened: { to: 'pending' },
    'not-opened': { to: 'failed', reason: 'provider' },
    left: { to: 'expired', reason: 'left' },
    transferred: charge,
  },
  pending: {
    approved: charge,
    rejected: { to: 'failed', reason: 'rejected' },
    mismatched: mischarge,
    forgotten: mischarge,
    undone: { to: 'failed', reason: 'undone', effects: ['alarm'] },
    aborted: { to: 'aborted' },
    'timed-out': { to: 'expired' },
    'form-failed': { to: 'failed', reason: 'form' },
    superseded: { to: 'failed', reason: 'already-paid' },
    left: { to: 'expired', reason: 'left' },
  },
  authorized: {
    'partly-refunded': { to: 'authorized', effects: ['refund-mail'] },
    refunded: { to: 'refunded', effects: ['refund-mail'] },
  },
  aborted: { approved: lateCharge, mismatched: mischarge },
  expired: { approved: lateCharge, mismatched: mischarge },
  failed: { approved: lateCharge, mismatched: mischarge },
  refunded: {},
};

/** Returns the change that an event causes in a state, or null when it changes nothing. */
export function findTransition(state: PaymentState, event: PaymentEvent): Transition | null {
  return transitions[state][event] ?? null;
}

/** Returns whether the money was taken; it may have been refunded later. */
export function isCharged(state: PaymentState): boolean {
  return state === 'authorized' || state === 'refunded';
}

/**
 * Returns whether a payment request must not be paid again, because it is paid or because Webpay
 * charged a wrong amount or order for it.
 */
export function isPaidOrMischarged({
  state,
  reason,
}: {
  state: PaymentState;
  reason: string | null;
}) {
  return isCharged(state) || reason === 'mismatch';
}

export function isOpen(state: PaymentState): boolean {
  return state === 'created' || state === 'pending';
}
