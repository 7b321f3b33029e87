import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { jobs } from '#lib/background/sweeper.ts';
import { leaseOf } from '#lib/domain/payments/rules.ts';
import { deleteExpiredPayments, sweepPayments } from '#lib/domain/payments/sweep.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { payments } from '#lib/platform/db/schema/payments.ts';
import { DAY, MINUTE } from '#lib/platform/process/durations.ts';
import { takeLease } from '#lib/platform/process/leases.ts';
import { captureLog } from '#tests/support/captured-log.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';
import { rowsContaining } from '#tests/support/erasure.ts';
import { expireLeases } from '#tests/support/leases.ts';
import { paymentRequestStateOf, requestPayment } from '#tests/support/payment-links.ts';
import {
  finishPayment,
  operatorAlarms,
  paymentMails,
  paymentOf,
  paymentTrail,
  returnFromWebpay,
  type StartedPayment,
  startLinkPayment,
  startPayment,
  sweepFor,
} from '#tests/support/payments.ts';
import { paymentsForTest } from '#tests/support/payments-for-test.ts';

const { webpay, world, cookies } = await paymentsForTest({ RATE_LIMITS: 'off' });
let started: StartedPayment;
beforeEach(async () => {
  started = await startPayment(cookies.payer);
});

const calls = (kind: string) => webpay.requests.filter((call) => call === kind).length;
const stateOf = async ({ buyOrder } = started) => (await paymentOf(buyOrder)).state;
const charges = () => webpay.find(started.buyOrder)?.charges;

describe('a commit that fails', () => {
  test.each([500, 401, 'hang', 'cut', 'page'] as const)(
    '(%s) before it charged is completed when the payer comes back again',
    async (fault) => {
      webpay.fail('commit', fault);
      await finishPayment(webpay, started, 'approve');
      expect([await stateOf(), charges()]).toEqual(['pending', 0]);
      await returnFromWebpay({ token_ws: started.token });
      expect([await stateOf(), charges()]).toEqual(['authorized', 1]);
    },
  );

  test.each([500, 'hang', 'hang-after'] as const)(
    '(%s) is completed by the sweeper when the browser does not come back',
    async (fault) => {
      webpay.fail('commit', fault);
      await finishPayment(webpay, started, 'approve');
      expect(await stateOf()).toBe('pending');
      await sweepFor(world, 1);
      expect([await stateOf(), charges()]).toEqual(['authorized', 1]);
      await deliverDue();
      const subjects = paymentMails(world).map(({ subject }) => subject);
      expect(subjects).toEqual(['Recibimos tu pago: $ 12.500']);
    },
  );

  test.each(['cut-after', 'locked-after'] as const)(
    '(%s) after it charged is settled at once by asking for the status',
    async (fault) => {
      webpay.fail('commit', fault);
      await finishPayment(webpay, started, 'approve');
      expect(await stateOf()).toBe('authorized');
      expect(webpay.requests).toEqual(['create', 'commit', 'status']);
    },
  );

  test('after it charged, and whose status fails too, is settled by the sweeper', async () => {
    webpay.fail('commit', 'cut-after');
    webpay.fail('status', 500);
    await finishPayment(webpay, started, 'approve');
    expect(await stateOf()).toBe('pending');
    await sweepFor(world, 1);
    expect([await stateOf(), calls('commit')]).toEqual(['authorized', 1]);
  });

  test('because the payer aborted at Webpay (422) stays pending until the sweeper ends it', async () => {
    webpay.pay(started.token, 'abort');
    await returnFromWebpay({ token_ws: started.token });
    expect(await stateOf()).toBe('pending');
    await sweepFor(world, 30);
    expect([await stateOf(), charges()]).toEqual(['expired', 0]);
  });

  test('before it charged can still be aborted by the payer', async () => {
    webpay.fail('commit', 500);
    webpay.fail('status', 500);
    await returnFromWebpay({ token_ws: started.token });
    // The form was never paid, so a repeated commit is refused as well.
    await returnFromWebpay({ TBK_TOKEN: started.token, TBK_ORDEN_COMPRA: started.buyOrder });
    expect([await stateOf(), charges()]).toEqual(['aborted', 0]);
  });
});

describe('the sweeper of payments', () => {
  test.each<[string, object | null, { state: string; reason?: string }, number]>([
    ['ends what was not paid', {}, { state: 'expired', reason: 'left' }, 0],
    ['ends what the provider does not know any more', null, { state: 'expired' }, 0],
    ['finds a charge', { status: 'AUTHORIZED', charges: 1 }, { state: 'authorized' }, 0],
    [
      'finds another charge',
      { status: 'AUTHORIZED', amount: 1 },
      { state: 'failed', reason: 'mismatch' },
      1,
    ],
    ['finds a reversed one', { status: 'REVERSED' }, { state: 'failed', reason: 'undone' }, 1],
  ])('leaves a payment for 15 minutes, then %s', async (_, there, found, alarms) => {
    if (there) webpay.change(started.buyOrder, there);
    else webpay.transactions.clear();
    const log = captureLog();
    await sweepFor(world, 14);
    expect(webpay.requests).toEqual(['create']);
    await sweepFor(world, 1);
    expect(webpay.requests).toEqual(['create', 'status']);
    expect(await paymentOf(started.buyOrder)).toMatchObject(found);
    expect(await paymentTrail(started.buyOrder)).toEqual(['created', 'pending', found.state]);
    expect(operatorAlarms(log)).toHaveLength(alarms);
  });

  test('asks less and less often while Webpay is down, for one payment a round', async () => {
    for (let i = 0; i < 4; i++) await startPayment(cookies.payer);
    webpay.fail('status', 'hang', 1000);
    world.advance(15 * MINUTE);
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

  test('asks for 20 payments a round, the longest due first', async () => {
    for (let i = 0; i < 24; i++) {
      await startPayment(cookies.payer);
      world.advance(31_000);
    }
    world.advance(15 * MINUTE);
    webpay.requests.splice(0);
    await sweepPayments(world.now());
    expect(calls('status')).toBeGreaterThanOrEqual(20);
    expect(await stateOf()).toBe('expired');
    expect(await getDb().read.$count(payments, eq(payments.state, 'pending'))).toBe(5);
  });

  test('takes over a payment whose lease a killed process left behind', async () => {
    const { fields } = webpay.pay(started.token, 'approve');
    const { id } = await paymentOf(started.buyOrder);
    await takeLease(leaseOf(id), 'killed');
    const requested = { commitRequestedAt: world.now(), nextCheckAt: world.now() + 30_000 };
    await getDb().write((tx) => tx.update(payments).set(requested).where(eq(payments.id, id)));
    await sweepFor(world, 0.5, 0.5);
    expect(await stateOf()).toBe('pending');
    await sweepFor(world, 1);
    expect(await stateOf()).toBe('authorized');
    await returnFromWebpay(fields);
    expect(charges()).toBe(1);
  });

  test('deletes payments after two years if nothing was charged, here or at Webpay', async () => {
    await finishPayment(webpay, started, 'approve');
    await startPayment(cookies.payer);
    const { buyOrder } = await startPayment(cookies.payer);
    await sweepFor(world, 15);
    await getDb().write((tx) =>
      tx.update(payments).set({ difference: 'charged' }).where(eq(payments.buyOrder, buyOrder)),
    );
    webpay.transactions.clear();
    world.advance(2 * 365 * DAY);
    await deleteExpiredPayments(world.now());
    const storedRows = await getDb().read.select().from(payments).orderBy(payments.id);
    expect(storedRows.map((row) => row.buyOrder)).toEqual([started.buyOrder, buyOrder]);
  });
});

describe('a payment by a payment link', () => {
  let link: string;
  beforeEach(async () => {
    link = await requestPayment(cookies.admin, { description: 'Comisión de Qzana' });
    started = await startLinkPayment({}, link);
  });
  const stands = async () => [await stateOf(), await paymentRequestStateOf(link)];

  /** Lets the provider do the work unseen by us, and days pass without a request. */
  async function payUnseen(days: number) {
    webpay.fail('commit', 'cut-after');
    webpay.fail('status', 'cut');
    await finishPayment(webpay, started, 'approve');
    world.advance(days * DAY);
    await expireLeases(days * DAY);
  }

  describe.each([422, 404])('whose token Webpay forgot, answering %i,', (fault) => {
    const ask = () => {
      webpay.decide(async (what) => (what === 'status' || what === 'commit' ? fault : undefined));
      return sweepFor(world, 60, 20).finally(() => webpay.decide(null));
    };

    test('goes to review if we had sent a commit, with an alarm, and cannot be paid again', async () => {
      await payUnseen(8);
      const log = captureLog();
      await ask();
      expect(await paymentOf(started.buyOrder)).toMatchObject({ reason: 'mismatch' });
      expect(await stands()).toEqual(['failed', 'review']);
      expect(operatorAlarms(log)).toHaveLength(1);
      expect(await startLinkPayment({}, link)).toMatchObject({ error: 'conflict' });
    });

    test('stays pending within the 7 days for which Webpay answers, and can then be paid', async () => {
      await payUnseen(1);
      await ask();
      expect(await stands()).toEqual(['pending', 'paying']);
      await sweepFor(world, 120, 20);
      expect(await stands()).toEqual(['authorized', 'paid']);
    });

    test('expires if we had sent no commit, and its link is free again', async () => {
      world.advance(8 * DAY);
      await ask();
      expect(await stands()).toEqual(['expired', 'waiting']);
    });
  });

  test('that a guest paid loses e-mail address and text after six years, by the erasure job alone', async () => {
    await finishPayment(webpay, started, 'approve');
    world.advance(6 * 366 * DAY);
    await jobs.erasures(world.now());
    const left = await rowsContaining(['Qzana', 'ana@constructora.cl']);
    expect(left).toEqual(['accounts ana@constructora.cl']);
  });
});
