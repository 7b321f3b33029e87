import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { leaseOf } from '#lib/domain/payments/rules.ts';
import { sweepPayments } from '#lib/domain/payments/sweep.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { payments } from '#lib/platform/db/schema/payments.ts';
import { takeLease } from '#lib/platform/leases.ts';
import { captureLog } from '#tests/support/captured-log.ts';
import {
  comeBack,
  deliver,
  finish,
  logInPayer,
  paymentMails,
  paymentOf,
  start,
  sweepFor,
  trailOf,
} from '#tests/support/payments.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { worldForTest } from '#tests/support/world.ts';

const webpay = await startWebpay();
const world = worldForTest(webpay.variables);
let cookies: Record<string, string>;
beforeEach(async () => {
  cookies = await logInPayer(webpay);
});

const calls = (kind: string) => webpay.requests.filter((call) => call === kind).length;
const stateOf = async (buyOrder: string) => (await paymentOf(buyOrder)).state;

describe('a commit that fails', () => {
  test.each([
    ['does nothing and says 500', 500],
    ['does nothing and says 401', 401],
    ['does nothing and hangs', 'hang'],
    ['does nothing and hangs up', 'cut'],
    ['does nothing and shows a page', 'page'],
  ] as const)('%s: stays pending, and another way back completes it', async (_, how) => {
    const started = await start(cookies);
    webpay.fail('commit', how);
    await finish(webpay, started, 'approve');
    expect(await stateOf(started.buyOrder)).toBe('pending');
    expect(webpay.find(started.buyOrder)?.charges).toBe(0);
    await comeBack({ token_ws: started.token });
    expect(await stateOf(started.buyOrder)).toBe('authorized');
    expect(webpay.find(started.buyOrder)?.charges).toBe(1);
  });

  test.each([
    ['does nothing and says 500', 500],
    ['does nothing and hangs', 'hang'],
    ['takes the money and hangs', 'hang-after'],
  ] as const)(
    '%s: the browser does not come back, and the sweeper completes it',
    async (_, how) => {
      const started = await start(cookies);
      webpay.fail('commit', how);
      await finish(webpay, started, 'approve');
      expect(await stateOf(started.buyOrder)).toBe('pending');
      await sweepFor(world, 1);
      expect(await stateOf(started.buyOrder)).toBe('authorized');
      expect(webpay.find(started.buyOrder)?.charges).toBe(1);
      await deliver();
      expect(paymentMails(world).map(({ subject }) => subject)).toEqual([
        'Recibimos tu pago: $ 12.500',
      ]);
    },
  );

  test('takes the money and hangs up: its status is asked at once', async () => {
    const started = await start(cookies);
    webpay.fail('commit', 'cut-after');
    await finish(webpay, started, 'approve');
    expect(await stateOf(started.buyOrder)).toBe('authorized');
    expect(webpay.requests).toEqual(['create', 'commit', 'status']);
  });

  test('takes the money and hangs up, and so does the status: the sweeper finds out', async () => {
    const started = await start(cookies);
    webpay.fail('commit', 'cut-after');
    webpay.fail('status', 500);
    await finish(webpay, started, 'approve');
    expect(await stateOf(started.buyOrder)).toBe('pending');
    await sweepFor(world, 1);
    expect(await stateOf(started.buyOrder)).toBe('authorized');
    expect(calls('commit')).toBe(1);
  });

  test('is locked by another process (422): the status decides', async () => {
    const started = await start(cookies);
    const there = webpay.find(started.buyOrder);
    const { fields } = webpay.pay(started.token, 'approve');
    if (there) Object.assign(there, { status: 'AUTHORIZED', charges: 1 });
    await comeBack(fields);
    expect(await stateOf(started.buyOrder)).toBe('authorized');
    expect(there?.charges).toBe(1);
  });

  test('was aborted there (422): stays open for the sweeper, which ends it', async () => {
    const started = await start(cookies);
    webpay.pay(started.token, 'abort');
    await comeBack({ token_ws: started.token });
    expect(await stateOf(started.buyOrder)).toBe('pending');
    await sweepFor(world, 30);
    expect(await stateOf(started.buyOrder)).toBe('expired');
    expect(webpay.find(started.buyOrder)?.charges).toBe(0);
  });

  test('whose outcome is not known is not taken for aborted, whatever the browser says', async () => {
    const started = await start(cookies);
    webpay.fail('commit', 'hang-after');
    await finish(webpay, started, 'approve');
    for (const choice of ['abort', 'timeout', 'form-error'] as const) {
      webpay.fail('status', 500);
      await comeBack(webpay.pay(started.token, choice).fields);
      expect(await stateOf(started.buyOrder)).toBe('pending');
    }
    await comeBack(webpay.pay(started.token, 'abort').fields);
    expect(await stateOf(started.buyOrder)).toBe('authorized');
  });

  test('and that did nothing may be aborted after all', async () => {
    const started = await start(cookies);
    webpay.fail('commit', 500);
    webpay.fail('status', 500);
    await comeBack({ token_ws: started.token });
    webpay.find(started.buyOrder);
    const sent = { TBK_TOKEN: started.token, TBK_ORDEN_COMPRA: started.buyOrder };
    // The form was never paid, so a repeated commit is refused as well.
    await comeBack(sent);
    expect(await stateOf(started.buyOrder)).toBe('aborted');
    expect(webpay.find(started.buyOrder)?.charges).toBe(0);
  });
});

describe('the sweeper', () => {
  test('leaves a payment for 15 minutes, then asks and ends the unfinished', async () => {
    const started = await start(cookies);
    await sweepFor(world, 14);
    expect(webpay.requests).toEqual(['create']);
    await sweepFor(world, 1);
    expect(webpay.requests).toEqual(['create', 'status']);
    expect(await paymentOf(started.buyOrder)).toMatchObject({ state: 'expired', reason: 'left' });
    expect(await trailOf(started.buyOrder)).toEqual(['created', 'pending', 'expired']);
  });

  test('finds a charge that nothing here knows of', async () => {
    const started = await start(cookies);
    const there = webpay.find(started.buyOrder);
    if (there) Object.assign(there, { status: 'AUTHORIZED', charges: 1 });
    await sweepFor(world, 15);
    expect(await stateOf(started.buyOrder)).toBe('authorized');
  });

  test('alarms when the charge is another', async () => {
    const started = await start(cookies);
    const there = webpay.find(started.buyOrder);
    if (there) Object.assign(there, { status: 'AUTHORIZED', amount: 1, charges: 1 });
    const log = captureLog();
    await sweepFor(world, 15);
    expect(await paymentOf(started.buyOrder)).toMatchObject({
      state: 'failed',
      reason: 'mismatch',
    });
    expect(log.lines().some(({ level, msg }) => level >= 50 && /alarm/.test(msg ?? ''))).toBe(true);
  });

  test('marks what the provider has reversed meanwhile', async () => {
    const started = await start(cookies);
    const there = webpay.find(started.buyOrder);
    if (there) Object.assign(there, { status: 'REVERSED' });
    await sweepFor(world, 15);
    expect(await paymentOf(started.buyOrder)).toMatchObject({ state: 'failed', reason: 'undone' });
  });

  test('asks less and less often while the provider is down, one payment a round', async () => {
    for (let i = 0; i < 5; i++) await start(cookies);
    webpay.fail('status', 'hang', 1000);
    world.advance(15 * 60_000);
    webpay.requests.splice(0);
    for (let round = 0; round < 5; round++) {
      await sweepPayments(world.now(), { withinMs: 100 });
      expect(webpay.requests.splice(0)).toEqual(['status']);
    }
    await sweepPayments(world.now(), { withinMs: 100 });
    expect(webpay.requests).toEqual([]);
    webpay.recover();
    await sweepFor(world, 60);
    const states = await getDb().read.select({ state: payments.state }).from(payments);
    expect(new Set(states.map(({ state }) => state))).toEqual(new Set(['expired']));
  });

  test('takes 20 a round, the longest due first', async () => {
    for (let i = 0; i < 25; i++) {
      await start(cookies);
      world.advance(31_000);
    }
    world.advance(15 * 60_000);
    webpay.requests.splice(0);
    await sweepPayments(world.now());
    expect(calls('status')).toBeGreaterThanOrEqual(20);
    const left = await getDb().read.$count(payments, eq(payments.state, 'pending'));
    expect(left).toBe(5);
  });

  test('ends what the provider does not know any more', async () => {
    const started = await start(cookies);
    webpay.transactions.clear();
    await sweepFor(world, 15);
    expect(await stateOf(started.buyOrder)).toBe('expired');
  });

  test('gives up a lease that a killed process left behind', async () => {
    const started = await start(cookies);
    const { fields } = webpay.pay(started.token, 'approve');
    const { id } = await paymentOf(started.buyOrder);
    await takeLease(leaseOf(id), 'killed');
    const asked = { commitAskedAt: world.now(), nextCheckAt: world.now() + 30_000 };
    await getDb().write((tx) => tx.update(payments).set(asked).where(eq(payments.id, id)));
    await sweepFor(world, 0.5, 0.5);
    expect(await stateOf(started.buyOrder)).toBe('pending');
    await sweepFor(world, 1);
    expect(await stateOf(started.buyOrder)).toBe('authorized');
    await comeBack(fields);
    expect(webpay.find(started.buyOrder)?.charges).toBe(1);
  });

  test('forgets after two years what was never paid, and keeps what was', async () => {
    const paid = await start(cookies);
    await finish(webpay, paid, 'approve');
    const left = await start(cookies);
    await sweepFor(world, 15);
    webpay.transactions.clear();
    world.advance(2 * 365 * 24 * 60 * 60_000);
    await sweepPayments(world.now());
    const kept = await getDb().read.select({ buyOrder: payments.buyOrder }).from(payments);
    expect(kept).toEqual([{ buyOrder: paid.buyOrder }]);
    expect(left.buyOrder).not.toBe(paid.buyOrder);
  });
});
