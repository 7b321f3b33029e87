import { payments } from '#lib/platform/db/schema/payments.ts';

/**
 * What may become of a payment: state × event → state and what it sets off. An event that a state
 * does not list changes nothing, which is what makes every way of telling idempotent.
 */
export const paymentStates = payments.state.enumValues;
export type PaymentState = (typeof paymentStates)[number];

export const paymentEvents = [
  /** The provider gave a token; the person can pay. */
  'opened',
  'not-opened',
  /** The provider says: charged, and amount and order are ours. */
  'approved',
  /** The provider says: not charged. */
  'rejected',
  /** The provider says: charged, but another amount or order. */
  'mismatched',
  /** The provider knows nothing of it any more, and we had asked it to charge. */
  'forgotten',
  /** The provider says: charged and given back, before we knew of it. */
  'undone',
  /** Back by the button "Anular". */
  'aborted',
  /** Back because the form's time was over. */
  'timed-out',
  /** Back because the form failed. */
  'form-failed',
  /** Another payment paid the same request meanwhile. */
  'superseded',
  /** The person did not come back, and the provider charged nothing. */
  'left',
  'partly-refunded',
  'refunded',
] as const;
export type PaymentEvent = (typeof paymentEvents)[number];

/** `receipt` and `refund-mail` to the payer, `alarm` to the operator's log. */
type PaymentEffect = 'receipt' | 'refund-mail' | 'alarm';

export type PaymentReason = (typeof payments.reason.enumValues)[number];

/** `let-go`: another payment held the same request, and neither is charged for it. */
export type ShownReason = PaymentReason | 'let-go';

export type Move = {
  to: PaymentState;
  reason?: PaymentReason;
  effects?: readonly PaymentEffect[];
};

const charged: Move = { to: 'authorized', effects: ['receipt'] };
/** The provider charged what had ended here: the truth wins, with an alarm. */
const chargedAfterAll: Move = { to: 'authorized', effects: ['receipt', 'alarm'] };
const wrong: Move = { to: 'failed', reason: 'mismatch', effects: ['alarm'] };

const moves: Record<PaymentState, Partial<Record<PaymentEvent, Move>>> = {
  created: {
    opened: { to: 'pending' },
    'not-opened': { to: 'failed', reason: 'provider' },
    left: { to: 'expired', reason: 'left' },
  },
  pending: {
    approved: charged,
    rejected: { to: 'failed', reason: 'rejected' },
    mismatched: wrong,
    forgotten: wrong,
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
  aborted: { approved: chargedAfterAll, mismatched: wrong },
  expired: { approved: chargedAfterAll, mismatched: wrong },
  failed: { approved: chargedAfterAll, mismatched: wrong },
  refunded: {},
};

/** Null: in this state the event changes nothing. */
export function moveOf(state: PaymentState, event: PaymentEvent): Move | null {
  return moves[state][event] ?? null;
}

/** The money was taken; it may have gone back later. */
export function isCharged(state: PaymentState): boolean {
  return state === 'authorized' || state === 'refunded';
}

/** The same, or charged otherwise than asked: its request is not to be paid again. */
export function isPaidSomehow({ state, reason }: { state: PaymentState; reason: string | null }) {
  return isCharged(state) || reason === 'mismatch';
}

export function isOpen(state: PaymentState): boolean {
  return state === 'created' || state === 'pending';
}
