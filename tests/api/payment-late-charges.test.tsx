import { sql } from 'drizzle-orm';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, describe, expect, test } from 'vitest';
import { RequestedPaymentCard } from '#components/payments/requested-payment.tsx';
import { listDiscrepancies } from '#lib/domain/payments/reads/unconfirmed.ts';
import { sweepPayments } from '#lib/domain/payments/sweep.ts';
import { comparePayments } from '#lib/domain/payments/writes/compare-payments.ts';
import { recordCommit } from '#lib/domain/payments/writes/resolve-payment.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { paymentRequests } from '#lib/platform/db/schema/payments.ts';
import { DAY, HOUR } from '#lib/platform/process/durations.ts';
import { captureLog } from '#tests/support/captured-log.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';
import { paymentRequestStateOf, requestPayment } from '#tests/support/payment-links.ts';
import {
  finishPayment,
  operatorAlarms,
  paymentMails,
  paymentOf,
  returnFromWebpay,
  type StartedPayment,
  startLinkPayment,
  sweepFor,
} from '#tests/support/payments.ts';
import { paymentsForTest } from '#tests/support/payments-for-test.ts';
import type { WebpayFailureMode } from '#tests/support/providers/webpay.ts';

const { webpay, world, cookies } = await paymentsForTest();
let link: string;
let first: StartedPayment;
beforeEach(async () => {
  link = await requestPayment(cookies.admin);
  first = await startLinkPayment(cookies.payer, link);
});

const holder = async () => (await getDb().read.select().from(paymentRequests))[0]?.reservedBy;
const idOf = async ({ buyOrder }: StartedPayment) => (await paymentOf(buyOrder)).id;
const stateOf = async ({ buyOrder }: StartedPayment) => (await paymentOf(buyOrder)).state;
const startOther = () => startLinkPayment(cookies.admin, link);
const mode = { amount: '$ 1', until: 'x', path: '/pagar/x', email: null, receiptTo: 'a@b.cl' };
const reportedText = {
  title: 'x',
  payee: 'x',
  rows: [],
  terms: undefined,
  tax: '',
  link: '',
  proof: { to: null },
};
const page = async () => {
  const state = await paymentRequestStateOf(link);
  const html = renderToStaticMarkup(
    <RequestedPaymentCard state={state} {...{ ...mode, ...reportedText }} typed={{}} />,
  );
  return { state, offers: html.includes('Pagar con Webpay') };
};
/** Expects the link closed to all, with the reason on its page. */
async function expectClosed(state: 'paying' | 'paid' | 'review') {
  expect(await page()).toEqual({ state, offers: false });
  expect(await startOther()).toMatchObject({ error: 'conflict' });
}
/** Charges there without our commit, by `more` pesos too much. */
const chargeThere = ({ buyOrder, amount }: StartedPayment, more = 0) =>
  webpay.change(buyOrder, { status: 'AUTHORIZED', charges: 1, amount: amount + more });
const compare = () => {
  const by = { requestId: 'sweeper', ip: '', now: world.now(), actor: 'system' };
  const signal = new AbortController().signal;
  return comparePayments(by, { limit: 20, withinMs: 5_000, signal });
};

test.each<['abort' | 'timeout' | 'form-error', 'commit' | 'status', WebpayFailureMode]>([
  ['abort', 'commit', 'locked'],
  ['timeout', 'commit', 429],
  ['form-error', 'commit', 'page-422'],
  ['abort', 'commit', 404],
  ['abort', 'commit', 'cut'],
  ['timeout', 'status', 500],
])(
  'while a commit hangs, a return by %s ends nothing, its %s failing with %s',
  async (choice, call, failure) => {
    webpay.fail('commit', 'hang');
    await finishPayment(webpay, first, 'approve');
    webpay.fail(call, failure);
    await finishPayment(webpay, first, choice);
    expect(await stateOf(first)).toBe('pending');
    await expectClosed('paying');
    chargeThere(first);
    await sweepFor(world, 10);
    await expectClosed('paid');
  },
);

describe('a charge found after the payment had ended here', () => {
  test.each([
    ['as asked', 0, 'authorized', 'paid'],
    ['of another amount', 1, 'failed', 'review'],
  ] as const)(
    '%s, keeps its link closed after the payment that held the link meanwhile expires',
    async (_, more, ends, shown) => {
      await finishPayment(webpay, first, 'abort');
      world.advance(61 * 60_000);
      const other = await startOther();
      webpay.fail('commit', 500);
      webpay.fail('status', 500);
      await finishPayment(webpay, other, 'approve');
      expect(await holder()).toBe(await idOf(other));
      chargeThere(first, more);
      await compare();
      expect([await stateOf(first), await stateOf(other)]).toEqual([ends, 'pending']);
      await returnFromWebpay({ token_ws: other.token });
      await sweepFor(world, 30);
      expect(webpay.find(other.buyOrder)?.charges).toBe(0);
      expect(await stateOf(other)).toBe('expired');
      expect(await holder()).toBe(await idOf(first));
      await expectClosed(shown);
    },
  );

  const cutOff = async () => {
    for (let minute = 0; minute < 40; minute++) {
      webpay.fail('commit', 'cut');
      if (minute === 0) await finishPayment(webpay, first, 'approve');
      else await sweepFor(world, 1);
    }
  };
  const endings: Record<string, () => Promise<unknown>> = {
    abort: () => finishPayment(webpay, first, 'abort'),
    'form-error': () => finishPayment(webpay, first, 'form-error'),
    reject: () => finishPayment(webpay, first, 'reject'),
    'cut off': cutOff,
  };
  test.each(
    Object.entries(endings).flatMap(([ending, end]) => [
      { how: ending, end, more: 0, shown: 'paid' as const },
      { how: ending, end, more: 1, shown: 'review' as const },
    ]),
  )(
    'closes a link that was free again after $how, with a charge of $more pesos too much',
    async ({ end, more, shown }) => {
      await end();
      expect(await page()).toEqual({ state: 'waiting', offers: true });
      world.advance(61 * 60_000);
      chargeThere(first, more);
      const log = captureLog();
      await compare();
      expect(await holder()).toBe(await idOf(first));
      await expectClosed(shown);
      world.advance(25 * HOUR);
      await compare();
      expect(operatorAlarms(log)).toHaveLength(1);
      expect(await listDiscrepancies()).toHaveLength(more);
    },
  );

  test('closes the link also when the payer had not come back yet', async () => {
    chargeThere(first, 1);
    await sweepFor(world, 16);
    expect(await stateOf(first)).toBe('failed');
    await expectClosed('review');
  });
});

test('a return that stalled while the payer aborted does not hold the payment link', async () => {
  const before = await paymentOf(first.buyOrder);
  await finishPayment(webpay, first, 'abort');
  expect(await recordCommit(before)).toBe(false);
  expect(await page()).toEqual({ state: 'waiting', offers: true });
});

test.each([
  ['as asked', 0, 'paid'],
  ['of another amount', 1, 'review'],
] as const)(
  'a charge %s closes the payment link for years, and the mail that requests it is not sent',
  async (_, more, shown) => {
    webpay.change(first.buyOrder, { amount: first.amount + more });
    await finishPayment(webpay, first, 'approve');
    await expectClosed(shown);
    await deliverDue();
    const subjects = paymentMails(world).map(({ subject }) => subject);
    expect(subjects).not.toContainEqual(expect.stringContaining('Pago solicitado'));
    expect(subjects).toHaveLength(1 - more);
    world.advance(3 * 365 * DAY);
    await sweepPayments(world.now());
    expect(await holder()).toBe(await idOf(first));
  },
);

describe('announcing the commit of a requested payment', () => {
  const set = (reservedBy: number | null) =>
    getDb().write((tx) => tx.update(paymentRequests).set({ reservedBy }));
  const announce = async ({ buyOrder }: StartedPayment) => recordCommit(await paymentOf(buyOrder));
  let other: StartedPayment;
  beforeEach(async () => {
    other = await startOther();
  });

  test('is refused while another payment holds the request, and allowed to that one', async () => {
    await set(await idOf(first));
    expect(await announce(other)).toBe(false);
    expect(await holder()).toBe(await idOf(first));
    expect(await announce(first)).toBe(true);
    expect((await paymentOf(other.buyOrder)).commitRequestedAt).toBeNull();
  });

  test.each([
    ['authorized', null],
    ['refunded', null],
    ['failed', 'mismatch'],
  ])(
    'is refused once another payment is %s (%s), whoever holds the request',
    async (state, reason) => {
      await getDb().write((tx) =>
        tx.run(sql`update payments set state = ${state}, reason = ${reason}
        where buy_order = ${other.buyOrder}`),
      );
      for (const reservedBy of [null, await idOf(first)]) {
        await set(reservedBy);
        expect(await announce(first)).toBe(false);
        expect(await holder()).toBe(reservedBy);
      }
      expect((await paymentOf(first.buyOrder)).commitRequestedAt).toBeNull();
    },
  );

  test('is refused once the payment is aborted', async () => {
    await getDb().write((tx) =>
      tx.run(sql`update payments set state = 'aborted' where buy_order = ${first.buyOrder}`),
    );
    expect(await announce(first)).toBe(false);
    expect(await holder()).toBeNull();
  });
});
