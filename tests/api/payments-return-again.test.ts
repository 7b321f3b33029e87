import { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { leaseOf } from '#lib/domain/payments/rules.ts';
import { withLease } from '#lib/platform/leases.ts';
import {
  comeBack,
  finish,
  logInPayer,
  paymentOf,
  start,
  trailOf,
} from '#tests/support/payments.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { worldForTest } from '#tests/support/world.ts';

const webpay = await startWebpay();

worldForTest(webpay.variables);

let cookies: Record<string, string>;

beforeEach(async () => {
  cookies = await logInPayer(webpay);
});

const commits = () => webpay.requests.filter((call) => call === 'commit').length;

describe('again and at once', () => {
  test('20 ways back at once are one commit, and everybody lands on the same page', async () => {
    webpay.delay('commit', 100);
    const started = await start(cookies);
    const { fields } = webpay.pay(started.token, 'approve');
    const locations = await Promise.all(
      Array.from({ length: 20 }, (_, i) => comeBack(fields, i % 2 ? 'GET' : 'POST')),
    );
    webpay.delay('commit', 0);
    expect(new Set(locations)).toEqual(new Set([`/panel/pagos/${started.buyOrder}`]));
    expect(commits()).toBe(1);
    expect((await paymentOf(started.buyOrder)).state).toBe('authorized');
    expect(await trailOf(started.buyOrder)).toEqual(['created', 'pending', 'authorized']);
  });

  test('20 ways back of all kinds at once never lose a charge', async () => {
    webpay.delay('commit', 50);
    const started = await start(cookies);
    const ways = (['approve', 'abort', 'timeout', 'form-error'] as const).map(
      (choice) => webpay.pay(started.token, choice).fields,
    );
    await Promise.all(Array.from({ length: 20 }, (_, i) => comeBack(ways[i % 4] ?? {})));
    webpay.delay('commit', 0);
    const { state } = await paymentOf(started.buyOrder);
    const { charges } = webpay.find(started.buyOrder) ?? {};
    expect([state, charges]).toEqual(state === 'authorized' ? ['authorized', 1] : [state, 0]);
    expect(commits()).toBeLessThanOrEqual(1);
  });

  test('whatever comes after the end changes nothing and asks nothing', async () => {
    const started = await start(cookies);
    await finish(webpay, started, 'approve');
    const before = await paymentOf(started.buyOrder);
    webpay.requests.splice(0);
    for (const choice of ['approve', 'abort', 'timeout', 'form-error'] as const) {
      await comeBack(webpay.pay(started.token, choice).fields);
    }
    expect(await paymentOf(started.buyOrder)).toEqual(before);
    expect(webpay.requests).toEqual([]);
  });

  test('an abort changes nothing while another process asks about the payment', async () => {
    const started = await start(cookies);
    const { id } = await paymentOf(started.buyOrder);
    const { fields } = webpay.pay(started.token, 'abort');
    let back: Promise<string> = Promise.resolve('');
    await withLease(leaseOf(id), async () => {
      back = comeBack(fields);
      await Promise.race([back, setTimeout(300)]);
      expect((await paymentOf(started.buyOrder)).state).toBe('pending');
    });
    expect(await back).toBe(`/panel/pagos/${started.buyOrder}`);
  });

  test('an aborted one is not committed by a token that comes later', async () => {
    const started = await start(cookies);
    await finish(webpay, started, 'abort');
    await comeBack({ token_ws: started.token });
    expect((await paymentOf(started.buyOrder)).state).toBe('aborted');
    expect(commits()).toBe(0);
  });
});
