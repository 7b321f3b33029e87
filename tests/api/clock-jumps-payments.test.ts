import { beforeEach, describe, expect, test } from 'vitest';
import { leaseOf } from '#lib/domain/payments/rules.ts';
import { sweepPayments } from '#lib/domain/payments/sweep.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { takeLease, withLease } from '#lib/platform/process/leases.ts';
import { expireLeases } from '#tests/support/leases.ts';
import { finishPayment, logInPayer, paymentOf, startPayment } from '#tests/support/payments.ts';
import { startWebpay, type WebpayStandIn } from '#tests/support/providers/webpay.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();

describe('payments when the clock is put back by a day', () => {
  let webpay: WebpayStandIn;
  let cookies: Record<string, string>;
  beforeEach(async () => {
    webpay = await startWebpay();
    await world.reopen(webpay.variables);
    cookies = await logInPayer(webpay);
  });

  test('a payment whose result was lost is checked in the next round', async () => {
    const started = await startPayment(cookies);
    webpay.fail('commit', 'cut-after');
    webpay.fail('status', 500);
    await finishPayment(webpay, started, 'approve');
    world.advance(-DAY);
    await sweepPayments(world.now());
    expect((await paymentOf(started.buyOrder)).state).toBe('authorized');
    expect(webpay.find(started.buyOrder)?.charges).toBe(1);
  });

  test('a payment whose form is open is not ended, and can be completed', async () => {
    const started = await startPayment(cookies);
    world.advance(-DAY);
    await sweepPayments(world.now());
    expect((await paymentOf(started.buyOrder)).state).toBe('pending');
    await finishPayment(webpay, started, 'approve');
    expect((await paymentOf(started.buyOrder)).state).toBe('authorized');
  });

  test('the lease of a killed process ends, while that of a running one stays', async () => {
    const started = await startPayment(cookies);
    const { id } = await paymentOf(started.buyOrder);
    const jump = async (ms: number) => {
      world.advance(ms);
      await expireLeases(ms);
    };
    await withLease(leaseOf(id), async () => {
      await jump(-DAY);
      expect(await withLease(leaseOf(id), async () => {})).toBeNull();
      await jump(DAY);
    });
    await takeLease(leaseOf(id), 'gone');
    expect(await withLease(leaseOf(id), async () => {})).toBeNull();
    await jump(-DAY);
    expect(await withLease(leaseOf(id), async () => {})).not.toBeNull();
  });
});
