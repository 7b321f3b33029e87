import { beforeEach, describe, expect, test, vi } from 'vitest';
import { paymentHandlers } from '#lib/domain/payments/mail.ts';
import { resolveRefund } from '#lib/domain/payments/writes/resolve-refund.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { paymentRefunds } from '#lib/platform/db/schema/payments.ts';
import { getMail } from '#lib/platform/mail/open.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { api } from '#tests/support/call.ts';
import { captureLog } from '#tests/support/captured-log.ts';
import {
  deliver,
  finish,
  logInPayer,
  paymentMails,
  paymentOf,
  type Started,
  start,
  sweepFor,
  trailOf,
} from '#tests/support/payments.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { worldForTest } from '#tests/support/world.ts';

const webpay = await startWebpay();
const world = worldForTest(webpay.variables);
let payer: Record<string, string>;
let admin: Record<string, string>;
let paid: Started;
beforeEach(async () => {
  payer = await logInPayer(webpay);
  admin = (await makeAdvisor('jefa@resguardo.cl')).cookies;
  paid = await start(payer);
  await finish(webpay, paid, 'approve');
  webpay.requests.splice(0);
});

/** Each a moment after the one before, as outside of tests. */
const refund = (json: unknown = {}, as = admin, key?: string) => {
  world.advance(1);
  return api(`/api/payments/${paid.buyOrder}/refund`, {
    json,
    cookies: as,
    ...(key && { headers: { 'idempotency-key': key } }),
  });
};
const refunds = () => getDb().read.select().from(paymentRefunds).orderBy(paymentRefunds.id);

describe('a refund', () => {
  test('of all reverses the charge, tells the payer and names the admin', async () => {
    expect((await refund()).status).toBe(200);
    expect(await paymentOf(paid.buyOrder)).toMatchObject({
      state: 'refunded',
      refundedAmount: 12_500,
      nextCheckAt: null,
    });
    expect(webpay.find(paid.buyOrder)).toMatchObject({ status: 'REVERSED', refunded: 12_500 });
    expect(await refunds()).toMatchObject([{ amount: 12_500, state: 'done', kind: 'REVERSED' }]);
    expect(await trailOf(paid.buyOrder)).toEqual([
      'created',
      'pending',
      'authorized',
      'refund-asked',
      'refunded',
    ]);
    await deliver();
    expect(paymentMails(world).map(({ to, subject }) => [to, subject])).toContainEqual([
      'ana@constructora.cl',
      'Devolvimos tu pago: $ 12.500',
    ]);
  });

  test('changes nothing of the receipt, whose mail is tried once more after it', async () => {
    const sent = vi.spyOn(getMail(), 'send').mockResolvedValue();
    const payload = { paymentId: (await paymentOf(paid.buyOrder)).id };
    const mail = () =>
      paymentHandlers['payment.receipt-mail']?.(payload, { idempotencyKey: 'k', now: world.now() });
    await mail();
    await refund({ amount: 2_500 });
    await mail();
    await refund();
    await mail();
    const [first, ...later] = sent.mock.calls;
    expect(first?.[0].subject).toBe('Recibimos tu pago: $ 12.500');
    expect(later).toEqual([first, first]);
  });

  test('in parts, until nothing is left', async () => {
    expect((await refund({ amount: 2_500 })).status).toBe(200);
    expect(await paymentOf(paid.buyOrder)).toMatchObject({
      state: 'authorized',
      refundedAmount: 2_500,
    });
    const tooMuch = await refund({ amount: 10_001 });
    expect(tooMuch.status).toBe(400);
    expect((await tooMuch.json()).fields.amount).toContain('$ 10.000');
    expect((await refund({ amount: 10_000 })).status).toBe(200);
    expect((await paymentOf(paid.buyOrder)).state).toBe('refunded');
    expect(webpay.find(paid.buyOrder)).toMatchObject({ status: 'NULLIFIED', refunded: 12_500 });
    expect((await refund({ amount: 1 })).status).toBe(409);
  });

  test.each([0, -1, 1.5, '100', 1e18])('of %s is refused', async (amount) => {
    expect((await refund({ amount })).status).toBe(400);
    expect(webpay.requests).toEqual([]);
  });

  test('without any body is of all', async () => {
    const response = await api(`/api/payments/${paid.buyOrder}/refund`, {
      method: 'POST',
      cookies: admin,
    });
    expect(response.status).toBe(200);
    expect(await paymentOf(paid.buyOrder)).toMatchObject({ refundedAmount: 12_500 });
    const text = await api(`/api/payments/${paid.buyOrder}/refund`, {
      body: 'amount=1',
      cookies: admin,
    });
    expect(text.status).toBe(415);
  });

  test('is for admins alone', async () => {
    expect((await refund({}, payer)).status).toBe(403);
    expect((await refund({}, {})).status).toBe(401);
    expect((await paymentOf(paid.buyOrder)).state).toBe('authorized');
  });

  test('clicked ten times at once gives the money back once', async () => {
    const replies = await Promise.all(Array.from({ length: 10 }, () => refund({ amount: 2_500 })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(9);
    expect(webpay.find(paid.buyOrder)?.refunded).toBe(2_500);
  });

  test('sent before another one ended is refused, however late its turn comes', async () => {
    expect((await refund({ amount: 2_500 })).status).toBe(200);
    world.advance(-1);
    expect((await refund({ amount: 2_500 })).status).toBe(409);
    expect((await refund({ amount: 2_500 })).status).toBe(200);
    expect(webpay.find(paid.buyOrder)?.refunded).toBe(5_000);
  });

  test('sent again with its key is the same one', async () => {
    for (let i = 0; i < 3; i++)
      expect((await refund({ amount: 500 }, admin, 'k-1')).status).toBe(200);
    expect(webpay.requests).toEqual(['refund']);
    expect((await refund({ amount: 500 }, admin, 'k-2')).status).toBe(200);
    expect(webpay.find(paid.buyOrder)?.refunded).toBe(1_000);
  });

  test.each(['pending', 'abort', 'reject'] as const)('of what is %s is refused', async (how) => {
    paid = await start(payer);
    if (how !== 'pending') await finish(webpay, paid, how);
    expect((await refund()).status).toBe(409);
  });

  test('of nothing known is 404', async () => {
    paid = { ...paid, buyOrder: 'RG-NADA' };
    expect((await refund()).status).toBe(404);
  });
});

describe('a refund that the provider', () => {
  test.each([422, 404])('refuses (%s) can be asked again', async (status) => {
    webpay.fail('refund', status);
    expect((await refund()).status).toBe(409);
    expect(await paymentOf(paid.buyOrder)).toMatchObject({
      state: 'authorized',
      refundedAmount: 0,
    });
    expect((await refund()).status).toBe(200);
  });

  test('does not know us for (401) can be asked again', async () => {
    webpay.fail('refund', 401);
    expect((await refund()).status).toBe(502);
    expect((await refund()).status).toBe(200);
  });

  test.each([
    [500, 502, 0],
    ['cut', 502, 0],
    ['hang', 504, 0],
    ['cut-after', 502, 12_500],
    ['hang-after', 504, 12_500],
  ] as const)(
    'leaves open (%s) is not asked twice; the sweeper finds out',
    async (how, status, back) => {
      webpay.fail('refund', how);
      const response = await refund();
      expect(response.status).toBe(status);
      expect((await response.json()).message).toContain('No la pidas otra vez');
      expect((await refund()).status).toBe(409);
      await sweepFor(world, 1);
      if (back === 0) expect((await refund()).status).toBe(409);
      await sweepFor(world, 8);
      expect(await paymentOf(paid.buyOrder)).toMatchObject({
        state: back > 0 ? 'refunded' : 'authorized',
        refundedAmount: back,
        nextCheckAt: null,
      });
      expect(webpay.find(paid.buyOrder)?.refunded).toBe(back);
      expect((await refunds()).map(({ state }) => state)).toEqual([back > 0 ? 'done' : 'refused']);
      if (back === 0) expect((await refund()).status).toBe(200);
    },
  );

  test('is asked for while an older look is late is left to its own answer', async () => {
    webpay.fail('refund', 'cut');
    await refund({ amount: 2_500 });
    const late = await paymentOf(paid.buyOrder);
    await sweepFor(world, 8);
    webpay.delay('refund', 200);
    const asked = refund({ amount: 2_500 });
    await expect.poll(async () => (await refunds()).at(-1)?.state).toBe('asked');
    const by = { requestId: 'sweeper', address: '', now: world.now(), actor: 'system' };
    await resolveRefund(late, { by, withinMs: 300 });
    expect((await asked).status).toBe(200);
    expect((await refunds()).map(({ state }) => state)).toEqual(['refused', 'done']);
    expect((await paymentOf(paid.buyOrder)).refundedAmount).toBe(2_500);
  });

  test('leaves open in part is found by what is left there', async () => {
    webpay.fail('refund', 'cut-after');
    await refund({ amount: 2_500 });
    await sweepFor(world, 1);
    expect(await paymentOf(paid.buyOrder)).toMatchObject({
      state: 'authorized',
      refundedAmount: 2_500,
    });
  });

  test('has given back another amount alarms', async () => {
    webpay.fail('refund', 'cut');
    await refund({ amount: 2_500 });
    const there = webpay.find(paid.buyOrder);
    if (there) Object.assign(there, { status: 'NULLIFIED', refunded: 12_500 });
    const log = captureLog();
    await sweepFor(world, 1);
    expect(log.lines().some(({ level, msg }) => level >= 50 && /alarm/.test(msg ?? ''))).toBe(true);
    await sweepFor(world, 60);
    expect((await paymentOf(paid.buyOrder)).difference).toBe('refund');
  });
});
