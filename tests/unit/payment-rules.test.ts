import { describe, expect, test } from 'vitest';
import {
  eventOfAnswer,
  isLostRefund,
  isPaymentRequestOver,
  leaseOf,
  needsSecondAdmin,
  parseWebpayReturn,
  refundedTotal,
  waitAfterCheck,
  wasCancelled,
} from '#lib/domain/payments/rules.ts';
import { newPaymentBody } from '#lib/domain/payments/schema.ts';
import { differenceOf } from '#lib/domain/payments/writes/compare-payments.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import type { WebpayTransaction } from '#lib/platform/webpay/webpay.ts';

const ours = { amount: 12_500, buyOrder: 'RG-1' };
const theirs = (changes: Partial<WebpayTransaction> = {}): WebpayTransaction => ({
  status: 'AUTHORIZED',
  responseCode: 0,
  amount: 12_500,
  buyOrder: 'RG-1',
  authorizationCode: '1213',
  cardLast4: '6623',
  paymentTypeCode: 'VN',
  installments: 0,
  accountingDate: '1120',
  transactionAt: 1,
  balance: null,
  ...changes,
});

describe('an answer of Webpay', () => {
  test.each<[string, Partial<WebpayTransaction>, string | null]>([
    ['is approved with code 0, our amount and our order', {}, 'approved'],
    ['is approved when captured', { status: 'CAPTURED' }, 'approved'],
    ['is rejected with another code', { responseCode: -1 }, 'rejected'],
    ['is not decided without a code', { responseCode: null }, null],
    ['is rejected when FAILED', { status: 'FAILED', responseCode: -1 }, 'rejected'],
    ['does not match with another amount', { amount: 12_501 }, 'mismatched'],
    ['does not match with another order', { buyOrder: 'RG-2' }, 'mismatched'],
    ['is undone when REVERSED', { status: 'REVERSED' }, 'undone'],
    ['is undone when NULLIFIED', { status: 'NULLIFIED' }, 'undone'],
    [
      'is rejected with another code when captured',
      { status: 'CAPTURED', responseCode: -1 },
      'rejected',
    ],
    ['is approved when a part went back', { status: 'PARTIALLY_NULLIFIED' }, 'approved'],
    ['does not match in part', { status: 'PARTIALLY_NULLIFIED', amount: 1 }, 'mismatched'],
    ['is open when INITIALIZED', { status: 'INITIALIZED', responseCode: null }, null],
    ['is open with a word nobody knows', { status: null }, null],
  ])('%s', (_, changes, finding) => {
    expect(eventOfAnswer(ours, theirs(changes))).toBe(finding);
  });

  test.each<[Partial<WebpayTransaction>, number | null]>([
    [{}, 0],
    [{ status: 'CAPTURED' }, 0],
    [{ status: 'REVERSED' }, 12_500],
    [{ status: 'NULLIFIED' }, 12_500],
    [{ status: 'PARTIALLY_NULLIFIED', balance: 2_500 }, 10_000],
    [{ status: 'PARTIALLY_NULLIFIED', balance: null }, null],
    [{ status: 'FAILED' }, null],
  ])('tells how much was refunded: %j', (changes, pesos) => {
    expect(refundedTotal(theirs(changes))).toBe(pesos);
  });
});

describe('comparing a payment with Webpay', () => {
  const paid = { ...ours, state: 'authorized', refundedAmount: 0 } as const;
  const partly = { ...paid, refundedAmount: 2_500 };
  const refunded = { ...paid, state: 'refunded', refundedAmount: 12_500 } as const;
  const failed = { ...paid, state: 'failed' } as const;
  const part = theirs({ status: 'PARTIALLY_NULLIFIED', balance: 10_000 });
  test.each([
    ['none: paid here and there', paid, theirs(), null],
    ['none: a part refunded', partly, part, null],
    ['none: refunded', refunded, theirs({ status: 'REVERSED' }), null],
    ['none: failed', failed, theirs({ status: 'FAILED', responseCode: -1 }), null],
    ['none: failed, and refused in other words', failed, theirs({ responseCode: -2 }), null],
    ['none: never finished', failed, theirs({ status: 'INITIALIZED', responseCode: null }), null],
    ['none: given back again', failed, theirs({ status: 'NULLIFIED' }), null],
    ['none: forgotten there, never paid', failed, null, null],
    ['charged there only', failed, theirs(), 'charged'],
    ['charged there only, in part', failed, part, 'charged'],
    ['paid here only', paid, theirs({ status: 'FAILED', responseCode: -1 }), 'not-charged'],
    ['another amount', paid, theirs({ amount: 1 }), 'amount'],
    ['another order', paid, theirs({ buyOrder: 'x' }), 'amount'],
    ['refunded there only', paid, theirs({ status: 'REVERSED' }), 'refund'],
    ['refunded here only', partly, theirs(), 'refund'],
    ['unknown there', paid, null, 'unknown'],
  ] as const)('finds a difference or none: %s', (_, mine, answer, difference) => {
    expect(differenceOf(mine, answer)).toBe(difference);
  });
});

describe('a return from Webpay', () => {
  const token = 'a'.repeat(64);
  const order = { TBK_ORDEN_COMPRA: 'RG-1', TBK_ID_SESION: 's-1' };
  const named = { buyOrder: 'RG-1', sessionId: 's-1' };
  const unnamed = { buyOrder: undefined, sessionId: undefined };
  test.each<[string, Record<string, unknown>, object | null]>([
    ['finished', { token_ws: token }, { kind: 'finished', token }],
    ['aborted', { TBK_TOKEN: token, ...order }, { kind: 'aborted', token, order: named }],
    ['aborted, alone', { TBK_TOKEN: token }, { kind: 'aborted', token, order: unnamed }],
    ['timed out', order, { kind: 'timed-out', order: named }],
    [
      'timed out, as one sentence of the documentation spells it',
      { TBK_ORDEN_COMPRA: 'RG-1', TBK_ID_SESSION: 's-1' },
      { kind: 'timed-out', order: named },
    ],
    [
      'broken',
      { token_ws: token, TBK_TOKEN: token, ...order },
      { kind: 'form-failed', token, order: named },
    ],
    ['nothing', {}, null],
    ['empty', { token_ws: '' }, null],
    ['too long', { token_ws: 'a'.repeat(65) }, null],
    ['no token', { token_ws: "' or 1=1 --" }, null],
    ['a list', { token_ws: [token] }, null],
    ['a short token in text', { token_ws: 'a b' }, null],
    ['an order without its session', { TBK_ORDEN_COMPRA: 'RG-1' }, null],
    ['a session without its order', { TBK_ID_SESION: 's-1' }, null],
    ['an empty order', { ...order, TBK_ORDEN_COMPRA: '' }, null],
    ['a list of orders', { ...order, TBK_ORDEN_COMPRA: ['RG-1'] }, null],
    ['an order beyond its length', { ...order, TBK_ORDEN_COMPRA: 'x'.repeat(27) }, null],
    ['a session beyond its length', { ...order, TBK_ID_SESION: 'x'.repeat(62) }, null],
    [
      'the longest that the provider sends',
      { TBK_ORDEN_COMPRA: 'x'.repeat(26), TBK_ID_SESION: 's'.repeat(61) },
      { kind: 'timed-out', order: { buyOrder: 'x'.repeat(26), sessionId: 's'.repeat(61) } },
    ],
  ])('is classified by its fields: %s', (_, sent, way) => {
    expect(parseWebpayReturn(sent)).toEqual(way);
  });
});

test('each payment has a lease of its own', () => {
  expect([leaseOf(1).name, leaseOf(2).name]).toEqual(['payment:1', 'payment:2']);
});

describe('a payment request ends', () => {
  const end = 30 * DAY;
  test.each([
    ['by itself, at its last moment', end, end, [true, false]],
    ['not before', end, end - 1, [false, false]],
    ['by hand, whatever the clock says', end - 1, 0, [true, true]],
  ])('%s', (_, expiresAt, now, ended) => {
    const span = { createdAt: 0, expiresAt };
    expect([isPaymentRequestOver(span, now), wasCancelled(span)]).toEqual(ended);
  });
});

test('a refund needs a second admin above the limit, which counts all refunds of the payment', () => {
  const needed = (refundedAmount: number, amount: number) =>
    needsSecondAdmin({ refundedAmount }, { amount, max: 10_000 });
  expect([needed(0, 10_000), needed(0, 10_001)]).toEqual([false, true]);
  expect([needed(9_000, 1_000), needed(9_000, 1_001)]).toEqual([false, true]);
});

test.each([
  ['known to be gone, within the seven days', true, 7 * DAY - 1, 0, false],
  ['known to be gone, after them', true, 7 * DAY, 7 * DAY, true],
  ['silent for less than a day', false, 9 * DAY - 1, 8 * DAY, false],
  ['silent for a day', false, 9 * DAY, 8 * DAY, true],
  ['silent for a day, within the seven days', false, 6 * DAY, 0, false],
])(
  'a refund without an answer counts as lost or not: %s',
  (_, isCertain, now, requestedAt, lost) => {
    expect(isLostRefund({ createdAt: 0, requestedAt, isCertain }, now)).toBe(lost);
  },
);

test('the sweeper waits 1, 2, 4 … and at most 60 minutes between checks of a payment', () => {
  expect([0, 1, 2, 5, 6, 9_999].map((n) => waitAfterCheck(n) / 60_000)).toEqual([
    1, 2, 4, 32, 60, 60,
  ]);
});

describe('a new payment', () => {
  const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });
  test.each([500, 999_999_999])('may be of %d pesos', (amount) => {
    expect(newPaymentBody.safeParse({ amount }).success).toBe(true);
  });
  test.each([499, 0, -500, 1.5, 500.000001, '1000', 1e18, 1e9, Number.NaN, null, [500], true])(
    'may not be of the amount %s',
    (amount) => {
      expect(newPaymentBody.safeParse({ amount }).success).toBe(false);
    },
  );
  test.each<[string, unknown, boolean]>([
    ['absent', undefined, true],
    ['empty', {}, true],
    ['five deep', nested(5), true],
    ['six deep', nested(6), false],
    ['50 deep', nested(50), false],
    ['lists count', { a: [[[[[1]]]]] }, false],
    ['just small enough', { a: 'x'.repeat(4_088) }, true],
    ['just too large', { a: 'x'.repeat(4_089) }, false],
    ['counted in bytes', { a: 'ñ'.repeat(2_100) }, false],
    ['a list', [1], false],
    ['text', '{}', false],
    ['null', null, false],
  ])('accepts or refuses metadata that is %s: %#', (_, metadata, fits) => {
    expect(newPaymentBody.safeParse({ amount: 500, metadata }).success).toBe(fits);
  });
});
