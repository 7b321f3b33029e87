import { beforeEach, describe, expect, test, vi } from 'vitest';
import { deliveryHandlers } from '#lib/background/delivery-handlers.ts';
import { resolveRefund } from '#lib/domain/payments/writes/resolve-refund.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { paymentRefunds } from '#lib/platform/db/schema/payments.ts';
import { getMail } from '#lib/platform/mail/client.ts';
import { api } from '#tests/support/call.ts';
import { captureLog } from '#tests/support/captured-log.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';
import { refundPayment } from '#tests/support/payment-links.ts';
import {
  type Cookies,
  finishPayment,
  operatorAlarms,
  paymentMails,
  paymentOf,
  paymentTrail,
  type StartedPayment,
  startPayment,
  sweepFor,
} from '#tests/support/payments.ts';
import { paymentsForTest } from '#tests/support/payments-for-test.ts';

const { webpay, world, cookies } = await paymentsForTest();
let paid: StartedPayment;
beforeEach(async () => {
  await finishPayment(webpay, await startPayment(cookies.payer), 'approve');
  paid = await startPayment(cookies.payer);
  await finishPayment(webpay, paid, 'approve');
  webpay.requests.splice(0);
});

/** Refunds a moment after the previous refund, because no two have the same time in practice. */
const refund = (amount?: unknown, { as, key }: { as?: Cookies; key?: string } = {}) => {
  world.advance(1);
  return refundPayment(as ?? cookies.admin, paid.buyOrder, amount, key);
};
const statusOf = async (...requested: Parameters<typeof refund>) =>
  (await refund(...requested)).status;
const row = () => paymentOf(paid.buyOrder);
const refunds = () => getDb().read.select().from(paymentRefunds).orderBy(paymentRefunds.id);
const input = () => webpay.find(paid.buyOrder)?.refunded;

describe('a refund of a payment', () => {
  test('of everything reverses the charge, is mailed to the payer and is in the trail', async () => {
    expect(await statusOf()).toBe(200);
    expect(await row()).toMatchObject({
      state: 'refunded',
      refundedAmount: 12_500,
      nextCheckAt: null,
    });
    expect(webpay.find(paid.buyOrder)).toMatchObject({ status: 'REVERSED', refunded: 12_500 });
    expect(await refunds()).toMatchObject([{ amount: 12_500, state: 'done', kind: 'REVERSED' }]);
    const trail = await paymentTrail(paid.buyOrder);
    expect(trail.slice(2)).toEqual(['authorized', 'refund-asked', 'refunded']);
    await deliverDue();
    expect(paymentMails(world).map(({ to, subject }) => [to, subject])).toContainEqual([
      'ana@constructora.cl',
      'Devolvimos tu pago: $ 12.500',
    ]);
  });

  test('does not change the mail of the receipt when that is tried again', async () => {
    const sent = vi.spyOn(getMail(), 'send').mockResolvedValue(null);
    const payload = { paymentId: (await row()).id };
    const mail = () =>
      deliveryHandlers['payment.receipt-mail'](payload, { idempotencyKey: 'k', now: world.now() });
    await mail();
    await refund(2_500);
    await mail();
    await refund();
    await mail();
    const [first, ...later] = sent.mock.calls;
    expect(first?.[0].subject).toBe('Recibimos tu pago: $ 12.500');
    expect(later).toEqual([first, first]);
  });

  test('can be made in parts until nothing is left', async () => {
    expect(await statusOf(2_500)).toBe(200);
    expect(await row()).toMatchObject({ state: 'authorized', refundedAmount: 2_500 });
    const tooMuch = await refund(10_001);
    expect(tooMuch.status).toBe(400);
    expect((await tooMuch.json()).fields.amount).toContain('$ 10.000');
    expect(await statusOf(10_000)).toBe(200);
    expect((await row()).state).toBe('refunded');
    expect(webpay.find(paid.buyOrder)).toMatchObject({ status: 'NULLIFIED', refunded: 12_500 });
    expect(await statusOf(1)).toBe(409);
  });

  test.each([0, -1, 1.5, '100', 1e18])(
    'of the amount %s is refused without asking Webpay',
    async (amount) => {
      expect(await statusOf(amount)).toBe(400);
      expect(webpay.requests).toEqual([]);
    },
  );

  test('without a body returns everything', async () => {
    const { buyOrder } = paid;
    const path = `/api/payments/${buyOrder}/refund`;
    const options = { method: 'POST', cookies: cookies.admin };
    expect((await api(path, options)).status).toBe(200);
    expect(await row()).toMatchObject({ refundedAmount: 12_500 });
    expect((await api(path, { ...options, body: 'amount=1' })).status).toBe(415);
  });

  test('needs an admin and a payment that exists', async () => {
    expect(await statusOf(1, { as: cookies.payer })).toBe(403);
    expect(await statusOf(1, { as: {} })).toBe(401);
    expect((await row()).refundedAmount).toBe(0);
    paid = { ...paid, buyOrder: 'RG-NADA' };
    expect(await statusOf()).toBe(404);
  });

  test('clicked ten times at once gives the money back once', async () => {
    const replies = await Promise.all(Array.from({ length: 10 }, () => statusOf(2_500)));
    expect(replies.sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(input()).toBe(2_500);
  });

  test('is refused if it was sent before the previous one ended', async () => {
    expect(await statusOf(2_500)).toBe(200);
    world.advance(-1);
    expect(await statusOf(2_500)).toBe(409);
    expect(await statusOf(2_500)).toBe(200);
    expect(input()).toBe(5_000);
  });

  test('sent again with the same key is not made again', async () => {
    for (let i = 0; i < 3; i++) expect(await statusOf(500, { key: 'k-1' })).toBe(200);
    expect(webpay.requests).toEqual(['refund']);
    for (const key of ['k-2', 'k-1', 'k-2']) expect(await statusOf(500, { key })).toBe(200);
    expect(webpay.requests).toEqual(['refund', 'refund']);
    expect(input()).toBe(1_000);
  });

  test.each(['pending', 'abort', 'reject'] as const)(
    'of a payment that is %s is refused',
    async (options) => {
      paid = await startPayment(cookies.payer);
      if (options !== 'pending') await finishPayment(webpay, paid, options);
      expect(await statusOf()).toBe(409);
    },
  );
});

describe('a refund that Webpay', () => {
  test.each([
    [422, 409],
    [404, 409],
    [401, 502],
    ['declined', 409],
  ] as const)('refuses (%s) can be requested again', async (fault, status) => {
    webpay.fail('refund', fault);
    expect(await statusOf()).toBe(status);
    expect(await row()).toMatchObject({ state: 'authorized', refundedAmount: 0 });
    expect(await statusOf()).toBe(200);
  });

  test.each([
    [500, 502, 12_500, 0],
    ['cut', 502, 12_500, 0],
    ['hang', 504, 12_500, 0],
    ['cut-after', 502, 12_500, 12_500],
    ['hang-after', 504, 12_500, 12_500],
    ['cut-after', 502, 2_500, 2_500],
  ] as const)(
    'leaves open (%s) is not requested twice; the sweeper settles it: %i, %i pesos requested, %i returned',
    async (fault, status, amount, back) => {
      webpay.fail('refund', fault);
      const response = await refund(amount);
      expect(response.status).toBe(status);
      expect((await response.json()).message).toContain('No la pidas otra vez');
      expect(await statusOf()).toBe(409);
      await sweepFor(world, 1);
      if (back === 0) expect(await statusOf()).toBe(409);
      await sweepFor(world, 8);
      expect(await row()).toMatchObject({
        state: back === 12_500 ? 'refunded' : 'authorized',
        refundedAmount: back,
        nextCheckAt: null,
      });
      expect(input()).toBe(back);
      expect((await refunds()).map(({ state }) => state)).toEqual([back > 0 ? 'done' : 'refused']);
      if (back === 0) expect(await statusOf()).toBe(200);
    },
  );

  test('is still working on is not settled by a late check of an older refund', async () => {
    webpay.fail('refund', 'cut');
    await refund(2_500);
    const late = await row();
    await sweepFor(world, 8);
    webpay.delay('refund', 200);
    const requested = refund(2_500);
    await expect.poll(async () => (await refunds()).at(-1)?.state).toBe('asked');
    const by = { requestId: 'sweeper', ip: '', now: world.now(), actor: 'system' };
    await resolveRefund(late, { actor: by, withinMs: 300 });
    expect((await requested).status).toBe(200);
    webpay.delay('refund', 0);
    expect((await refunds()).map(({ state }) => state)).toEqual(['refused', 'done']);
    expect((await row()).refundedAmount).toBe(2_500);
  });

  test('made with another amount logs an alarm and is stored as a difference', async () => {
    webpay.fail('refund', 'cut');
    await refund(2_500);
    webpay.change(paid.buyOrder, { status: 'NULLIFIED', refunded: 12_500 });
    const log = captureLog();
    await sweepFor(world, 1);
    expect(operatorAlarms(log)).toHaveLength(1);
    await sweepFor(world, 60);
    expect((await row()).difference).toBe('refund');
  });
});
