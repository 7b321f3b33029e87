import { beforeEach, describe, expect, test } from 'vitest';
import { sweepPayments } from '#lib/domain/payments/sweep.ts';
import { captureLog } from '#tests/support/captured-log.ts';
import { passLeases } from '#tests/support/leases.ts';
import { finish, logInPayer, paymentOf, start, sweepFor } from '#tests/support/payments.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { worldForTest } from '#tests/support/world.ts';

const webpay = await startWebpay();
const world = worldForTest(webpay.variables);
let cookies: Record<string, string>;
beforeEach(async () => {
  cookies = await logInPayer(webpay);
});

describe('the daily comparison', () => {
  const HOUR = 60;
  const DAY = 24 * HOUR;

  test('asks for every settled payment once a day, for 7 days, and reports once a day', async () => {
    await finish(webpay, await start(cookies), 'approve');
    await finish(webpay, await start(cookies), 'abort');
    webpay.requests.splice(0);
    const log = captureLog();
    for (let day = 0; day < 9; day++) {
      for (let hour = 0; hour < 24; hour++) {
        await sweepPayments(world.now());
        world.advance(60 * 60_000);
        await passLeases(60 * 60_000);
      }
    }
    expect(webpay.requests).toEqual(Array(14).fill('status'));
    const reports = log.lines().filter(({ msg }) => msg === 'payments compared with webpay');
    expect(reports).toHaveLength(9);
    for (const report of reports) expect(report).toMatchObject({ level: 30, differences: [] });
  });

  test('puts right what was charged after it had ended here, and alarms', async () => {
    const started = await start(cookies);
    await finish(webpay, started, 'abort');
    const there = webpay.find(started.buyOrder);
    if (there) Object.assign(there, { status: 'AUTHORIZED', charges: 1 });
    const log = captureLog();
    await sweepFor(world, HOUR);
    expect(await paymentOf(started.buyOrder)).toMatchObject({
      state: 'authorized',
      authorizationCode: '1213',
      difference: null,
    });
    expect(log.lines().some(({ level, msg }) => level >= 50 && /alarm/.test(msg ?? ''))).toBe(true);
  });

  test('keeps and reports what differs until it does no more', async () => {
    const started = await start(cookies);
    await finish(webpay, started, 'approve');
    const there = webpay.find(started.buyOrder);
    if (there) there.status = 'NULLIFIED';
    const log = captureLog();
    await sweepFor(world, HOUR);
    expect((await paymentOf(started.buyOrder)).difference).toBe('refund');
    await sweepFor(world, DAY, 30);
    expect(log.lines().filter(({ level }) => level >= 50)).toMatchObject([
      { differences: [`${started.buyOrder} refund`] },
    ]);
    if (there) there.status = 'AUTHORIZED';
    await sweepFor(world, DAY, 30);
    expect((await paymentOf(started.buyOrder)).difference).toBeNull();
  });

  test('ends its round when the provider does not answer', async () => {
    for (let i = 0; i < 3; i++) await finish(webpay, await start(cookies), 'approve');
    webpay.requests.splice(0);
    webpay.fail('status', 500);
    await sweepFor(world, HOUR);
    expect(webpay.requests).toEqual(['status']);
    await sweepFor(world, 1);
    expect(webpay.requests).toHaveLength(3);
    await sweepFor(world, HOUR);
    expect(webpay.requests).toHaveLength(4);
  });

  test('is not held up by one that the provider never answers for', async () => {
    const mute = await start(cookies);
    await finish(webpay, mute, 'approve');
    const other = await start(cookies);
    await finish(webpay, other, 'approve');
    const there = webpay.find(mute.buyOrder);
    if (there) Object.assign(there, { amount: 'doce mil' });
    const log = captureLog();
    for (let minute = 0; minute < 3; minute++) await sweepFor(world, minute === 0 ? HOUR : 1);
    expect((await paymentOf(other.buyOrder)).comparedAt).toBeGreaterThan(world.now() - 5 * 60_000);
    const reports = log.lines().filter(({ msg }) => msg === 'payments compared with webpay');
    expect(reports).toHaveLength(1);
  });
});
