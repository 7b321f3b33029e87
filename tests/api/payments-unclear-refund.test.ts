import { beforeEach, describe, expect, test } from 'vitest';
import { listUnclearRefunds } from '#lib/domain/payments/reads.ts';
import { sweepPayments } from '#lib/domain/payments/sweep.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { auditEvents } from '#lib/platform/db/schema/audit.ts';
import { DAY } from '#lib/platform/durations.ts';
import { signIn } from '#tests/support/accounts.ts';
import { type Advisor, makeAdvisor } from '#tests/support/advisors.ts';
import { api } from '#tests/support/call.ts';
import { captureLog } from '#tests/support/captured-log.ts';
import { proveAll } from '#tests/support/factors.ts';
import { passLeases } from '#tests/support/leases.ts';
import {
  deliver,
  finish,
  logInPayer,
  paymentMails,
  paymentOf,
  type Started,
  start,
  sweepFor,
} from '#tests/support/payments.ts';
import { postForm } from '#tests/support/post-form.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { worldForTest } from '#tests/support/world.ts';

const webpay = await startWebpay();
const world = worldForTest(webpay.variables);
let payer: Record<string, string>;
let admin: Advisor;
let paid: Started;
beforeEach(async () => {
  payer = await logInPayer(webpay);
  paid = await start(payer);
  await finish(webpay, paid, 'approve');
});

const refund = async (amount: number) => {
  world.advance(1);
  await proveAll();
  return api(`/api/payments/${paid.buyOrder}/refund`, {
    json: { amount },
    cookies: admin.cookies,
  });
};
const decide = async (hecha: string, id: number, cookies = admin.cookies) => {
  const response = await postForm(`/admin/pagos/${paid.buyOrder}/aclarar`, {
    form: { devolucion: `${id}`, hecha },
    cookies,
  });
  return new URL(response.headers.get('location') ?? '', 'http://x').search;
};
/** The provider's answer is lost, and it does not know the token any more. */
async function loseRefund(days: number): Promise<number> {
  world.advance(days * DAY);
  admin = await makeAdvisor();
  webpay.fail('refund', 'cut');
  expect((await refund(2_500)).status).toBe(502);
  webpay.fail('status', 404, 1000);
  await sweepFor(world, 5);
  return (await listUnclearRefunds())[0]?.id ?? 0;
}

describe('a refund that the provider no longer tells about', () => {
  test('alarms once, blocks others, and is shown until an admin settles it', async () => {
    const log = captureLog();
    const id = await loseRefund(8);
    const alarms = log.lines().filter(({ level, msg }) => level >= 50 && /alarm/.test(msg ?? ''));
    expect(alarms).toMatchObject([{ buyOrder: paid.buyOrder }]);
    expect(await listUnclearRefunds()).toMatchObject([{ amount: 2_500, buyOrder: paid.buyOrder }]);
    world.advance(DAY);
    await passLeases(DAY);
    await sweepPayments(world.now());
    const daily = log.lines().filter(({ msg }) => msg === 'payments compared with webpay');
    expect(daily.at(-1)).toMatchObject({
      level: 50,
      differences: [`${paid.buyOrder} refund-unclear`],
    });
    const blocked = await refund(1_000);
    expect(blocked.status).toBe(409);
    expect((await blocked.json()).message).toContain('aclara primero');
    expect(await decide('no', id)).toBe('?aviso=no-hecha');
    expect(await listUnclearRefunds()).toEqual([]);
    expect(await paymentOf(paid.buyOrder)).toMatchObject({ refundedAmount: 0, nextCheckAt: null });
    expect((await refund(1_000)).status).toBe(200);
  });

  test('and was given counts, tells the payer, and names who said so', async () => {
    const id = await loseRefund(8);
    expect(await decide('si', id)).toBe('?aviso=hecha');
    expect(await decide('no', id)).toContain('error=conflict');
    expect(await paymentOf(paid.buyOrder)).toMatchObject({
      state: 'authorized',
      refundedAmount: 2_500,
    });
    const trail = await getDb().read.select().from(auditEvents);
    expect(trail.find(({ action }) => action === 'payment.refund-confirmed')).toMatchObject({
      actor: admin.id,
      subject: paid.buyOrder,
    });
    await deliver();
    expect(paymentMails(world).map(({ subject }) => subject)).toContainEqual(
      expect.stringContaining('$ 2.500'),
    );
  });

  test('is settled by admins, and only where it belongs', async () => {
    const id = await loseRefund(8);
    expect(await decide('si', id, await signIn())).toContain('error=forbidden');
    expect(await decide('si', id + 1)).toContain('error=not_found');
    expect(await decide('tal vez', id)).toContain('error=validation_failed');
    expect(await listUnclearRefunds()).toHaveLength(1);
  });

  test('is not yet one within the 7 days in which it may answer', async () => {
    await loseRefund(1);
    expect(await listUnclearRefunds()).toEqual([]);
    webpay.recover();
    await sweepFor(world, 200);
    expect((await refund(1_000)).status).toBe(200);
  });

  test('nor while it is silent for less than a day', async () => {
    world.advance(8 * DAY);
    admin = await makeAdvisor();
    webpay.fail('refund', 'cut');
    await refund(2_500);
    webpay.fail('status', 500, 1000);
    await sweepFor(world, 5);
    expect(await listUnclearRefunds()).toEqual([]);
    world.advance(DAY);
    await sweepPayments(world.now());
    expect(await listUnclearRefunds()).toHaveLength(1);
  });
});
