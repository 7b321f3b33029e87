import { describe, expect, test } from 'vitest';
import {
  findTransition,
  isCharged,
  isOpen,
  type PaymentEvent,
  type PaymentState,
  paymentEvents,
  paymentStates,
} from '#lib/domain/payments/transitions.ts';

/** The machine by hand: `state event → state reason effects`. All else does nothing. */
const expected = `
created opened → pending
created not-opened → failed provider
created left → expired left
created transferred → authorized receipt
pending approved → authorized receipt
pending rejected → failed rejected
pending mismatched → failed mismatch alarm
pending forgotten → failed mismatch alarm
pending undone → failed undone alarm
pending aborted → aborted
pending timed-out → expired
pending form-failed → failed form
pending superseded → failed already-paid
pending left → expired left
authorized partly-refunded → authorized refund-mail
authorized refunded → refunded refund-mail
failed approved → authorized receipt alarm
failed mismatched → failed mismatch alarm
aborted approved → authorized receipt alarm
aborted mismatched → failed mismatch alarm
expired approved → authorized receipt alarm
expired mismatched → failed mismatch alarm
`;

const pairs = paymentStates.flatMap((state) =>
  paymentEvents.map((event): [PaymentState, PaymentEvent] => [state, event]),
);

function outcome(state: PaymentState, event: PaymentEvent): string | null {
  const transition = findTransition(state, event);
  if (!transition) return null;
  return [state, event, '→', transition.to, transition.reason, ...(transition.effects ?? [])]
    .filter(Boolean)
    .join(' ');
}

describe('the state machine of a payment', () => {
  test(`has the decided outcome for each of its ${pairs.length} pairs of state and event`, () => {
    const found = pairs.map((pair) => outcome(...pair)).filter(Boolean);
    expect(found).toEqual(expected.trim().split('\n'));
  });

  test('leaves a charged state only by a refund, and never opens a settled payment again', () => {
    for (const [state, event] of pairs) {
      const to = findTransition(state, event)?.to ?? state;
      if (isCharged(state)) expect(isCharged(to)).toBe(true);
      if (state === 'refunded') expect(to).toBe('refunded');
      if (!isOpen(state)) expect(isOpen(to)).toBe(false);
    }
  });

  test('mails one receipt at most, and only if Webpay or the team saw the money', () => {
    for (const [state, event] of pairs) {
      if (!findTransition(state, event)?.effects?.includes('receipt')) continue;
      expect(isCharged(state)).toBe(false);
      expect(event).toBe(state === 'created' ? 'transferred' : 'approved');
    }
  });

  test('ends in the same state when an event comes twice', () => {
    for (const [state, event] of pairs) {
      if (event === 'partly-refunded') continue;
      const once = findTransition(state, event)?.to ?? state;
      expect(findTransition(once, event)?.to ?? once).toBe(once);
    }
  });
});
