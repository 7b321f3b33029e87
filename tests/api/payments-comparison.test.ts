import { describe, expect, test } from 'vitest';
import { sweepPayments } from '#lib/domain/payments/sweep.ts';
import { captureLog } from '#tests/support/captured-log.ts';
import { expireLeases } from '#tests/support/leases.ts';
import {
  finishPayment,
  operatorAlarms,
  paymentOf,
  startPayment,
  sweepFor,
} from '#tests/support/payments.ts';
import { paymentsForTest } from '#tests/support/payments-for-test.ts';

const { webpay, world, cookies } = await paymentsForTest();
const HOUR = 60;
const DAY = 24 * HOUR;

/** Makes a payment that came to its end, and returns ours and the provider's. */
async function settled(choice: 'approve' | 'abort' = 'approve') {
  const started = await startPayment(cookies.payer);
  await finishPayment(webpay, started, choice);
  return started;
}
const reportsIn = (log: ReturnType<typeof captureLog>) =>
  log.lines().filter(({ msg }) => msg === 'payments compared with webpay');

describe('the daily comparison of payments with Webpay', () => {
  test('checks every settled payment once a day for 7 days, and reports once a day', async () => {
    await settled();
    await settled('abort');
    webpay.requests.splice(0);
    const log = captureLog();
    for (let hour = 0; hour < 9 * 24; hour++) {
      await sweepPayments(world.now());
      world.advance(60 * 60_000);
      await expireLeases(60 * 60_000);
    }
    expect(webpay.requests).toEqual(Array(14).fill('status'));
    const reports = reportsIn(log);
    expect(reports).toHaveLength(9);
    for (const report of reports) expect(report).toMatchObject({ level: 30, differences: [] });
  });

  test('corrects a payment that was charged after it had ended here, and logs an alarm', async () => {
    const { buyOrder } = await settled('abort');
    webpay.change(buyOrder, { status: 'AUTHORIZED', charges: 1 });
    const log = captureLog();
    await sweepFor(world, HOUR);
    expect(await paymentOf(buyOrder)).toMatchObject({
      state: 'authorized',
      authorizationCode: '1213',
      difference: null,
    });
    expect(operatorAlarms(log)).toHaveLength(1);
  });

  test('stores and reports a difference until it is gone', async () => {
    const { buyOrder } = await settled();
    webpay.change(buyOrder, { status: 'NULLIFIED' });
    const log = captureLog();
    await sweepFor(world, HOUR);
    expect((await paymentOf(buyOrder)).difference).toBe('refund');
    await sweepFor(world, DAY, 30);
    expect(log.lines().filter(({ level }) => level >= 50)).toMatchObject([
      { differences: [`${buyOrder} refund`] },
    ]);
    webpay.change(buyOrder, { status: 'AUTHORIZED' });
    await sweepFor(world, DAY, 30);
    expect((await paymentOf(buyOrder)).difference).toBeNull();
  });

  test('stops a round when Webpay does not answer, and goes on a minute later', async () => {
    for (let i = 0; i < 3; i++) await settled();
    webpay.requests.splice(0);
    webpay.fail('status', 500);
    await sweepFor(world, HOUR);
    expect(webpay.requests).toEqual(['status']);
    await sweepFor(world, 1);
    expect(webpay.requests).toHaveLength(3);
    await sweepFor(world, HOUR);
    expect(webpay.requests).toHaveLength(4);
  });

  test('is not held up by a payment for which Webpay never answers properly', async () => {
    const mute = await settled();
    const other = await settled();
    webpay.change(mute.buyOrder, { amount: 'doce mil' });
    const log = captureLog();
    for (const minutes of [HOUR, 1, 1]) await sweepFor(world, minutes);
    expect((await paymentOf(other.buyOrder)).comparedAt).toBeGreaterThan(world.now() - 5 * 60_000);
    expect(reportsIn(log)).toHaveLength(1);
  });
});
