import { beforeEach, describe, expect, test } from 'vitest';
import { sweepPayments } from '#lib/domain/payments/sweep.ts';
import { withLease } from '#lib/domain/payments/writes/lease.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { payments } from '#lib/platform/db/schema/payments.ts';
import { DAY } from '#lib/platform/durations.ts';
import { finish, logInPayer, paymentOf, start } from '#tests/support/payments.ts';
import { startWebpay, type WebpayStandIn } from '#tests/support/providers/webpay.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();

describe('payments, when the clock is put back by a day', () => {
  let webpay: WebpayStandIn;
  let cookies: Record<string, string>;
  beforeEach(async () => {
    webpay = await startWebpay();
    await world.reopen(webpay.variables);
    cookies = await logInPayer(webpay);
  });

  test('one left open is asked about in the next round', async () => {
    const started = await start(cookies);
    webpay.fail('commit', 'cut-after');
    webpay.fail('status', 500);
    await finish(webpay, started, 'approve');
    world.advance(-DAY);
    await sweepPayments(world.now());
    expect((await paymentOf(started.buyOrder)).state).toBe('authorized');
    expect(webpay.find(started.buyOrder)?.charges).toBe(1);
  });

  test('the lease of a killed process is over, that of a live one is not', async () => {
    const started = await start(cookies);
    const { id } = await paymentOf(started.buyOrder);
    const inside = await withLease(id, async () => {
      world.advance(-DAY);
      expect(await withLease(id, async () => {})).toBe(false);
      world.advance(DAY);
    });
    expect(inside).toBe(true);
    const leaseUntil = world.now() + 45_000;
    await getDb().write((tx) => tx.update(payments).set({ leaseOwner: 'gone', leaseUntil }));
    expect(await withLease(id, async () => {})).toBe(false);
    world.advance(-DAY);
    expect(await withLease(id, async () => {})).toBe(true);
  });
});
