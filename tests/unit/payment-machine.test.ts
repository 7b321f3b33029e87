import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { auditCopy } from '#lib/domain/audit/copy.ts';
import {
  isOpen,
  moveOf,
  type PaymentEvent,
  type PaymentState,
  paymentEvents,
  paymentStates,
} from '#lib/domain/payments/machine.ts';

/** Written a second time and by hand: `state event → state reason effects`; all else is nothing. */
const expected = `
created opened → pending
created not-opened → failed provider
created left → expired left
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

function said(state: PaymentState, event: PaymentEvent): string | null {
  const move = moveOf(state, event);
  if (!move) return null;
  return [state, event, '→', move.to, move.reason, ...(move.effects ?? [])]
    .filter(Boolean)
    .join(' ');
}

describe('the machine', () => {
  test(`says of all ${pairs.length} pairs what was decided`, () => {
    const found = pairs.map((pair) => said(...pair)).filter(Boolean);
    expect(found).toEqual(expected.trim().split('\n'));
  });

  test('has an action in the audit trail for every state it can reach', () => {
    for (const [state, event] of pairs) {
      const move = moveOf(state, event);
      if (move) expect(auditCopy).toHaveProperty([`payment.${move.to}`]);
    }
  });

  const anyRun = fc.array(fc.constantFrom(...paymentEvents), { maxLength: 40 });
  /** The states that a payment goes through, the first one included. */
  const run = (events: PaymentEvent[], from: PaymentState = 'created') => {
    const seen = [from];
    for (const event of events) {
      const state = seen.at(-1) ?? from;
      seen.push(moveOf(state, event)?.to ?? state);
    }
    return seen;
  };

  test('never leaves what is paid for anything but a refund, whatever is told in any order', () => {
    fc.assert(
      fc.property(anyRun, (events) => {
        const seen = run(events);
        const paid = seen.indexOf('authorized');
        if (paid >= 0) {
          for (const state of seen.slice(paid)) expect(['authorized', 'refunded']).toContain(state);
        }
        const refunded = seen.indexOf('refunded');
        if (refunded >= 0) expect(new Set(seen.slice(refunded))).toEqual(new Set(['refunded']));
      }),
    );
  });

  test('mails one receipt at most, and none without the provider’s approval', () => {
    fc.assert(
      fc.property(anyRun, (events) => {
        const seen = run(events);
        const receipts = events.filter((event, i) => {
          const move = moveOf(seen[i] ?? 'created', event);
          return move?.effects?.includes('receipt');
        });
        expect(receipts.length).toBeLessThanOrEqual(1);
        for (const event of receipts) expect(event).toBe('approved');
      }),
    );
  });

  test('takes every event twice as once', () => {
    for (const [state, event] of pairs) {
      if (event === 'partly-refunded') continue;
      const once = run([event], state).at(-1);
      expect(run([event, event], state).at(-1)).toBe(once);
    }
  });

  test('opens once and never opens again', () => {
    fc.assert(
      fc.property(anyRun, (events) => {
        const seen = run(events);
        const settled = seen.findIndex((state) => !isOpen(state));
        if (settled >= 0) expect(seen.slice(settled).some(isOpen)).toBe(false);
      }),
    );
  });
});
