import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { jobs } from '#lib/background/sweeper.ts';
import { findLinkedPaymentRequest } from '#lib/domain/payments/reads/payments.ts';
import { sweepPayments } from '#lib/domain/payments/sweep.ts';
import { paymentLinkPage } from '#lib/domain/payments/view.ts';
import { retentionDays } from '#lib/domain/privacy/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { DAY, HOUR, MINUTE } from '#lib/platform/process/durations.ts';
import { makeUser, PASSWORD, signIn } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { api } from '#tests/support/call.ts';
import { rowProblems, rowsContaining } from '#tests/support/erasure.ts';
import { requestPayment } from '#tests/support/payment-links.ts';
import {
  finishPayment,
  logInPayer,
  paymentOf,
  returnFromWebpay,
  startLinkPayment,
} from '#tests/support/payments.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { worldForTest } from '#tests/support/world.ts';

const webpay = await startWebpay();
const world = worldForTest({ ...webpay.variables, RATE_LIMITS: 'off' });
let ana: Record<string, string>;
let beto: Record<string, string>;
let admin: Record<string, string>;
beforeEach(async () => {
  ana = await logInPayer(webpay);
  beto = (await makeUser({ email: 'beto@constructora.cl' })).cookies;
  admin = (await makeAdvisor('jefa@resguardo.cl')).cookies;
});

const EMAIL = 'ana@constructora.cl';
const description = 'Comisión de Ana Muñoz, RUT 12.345.678-5';
const marks = ['Comisión de Ana', '12.345.678'];

/** Makes a request without a lead and returns the token of its link. */
const requested = (email = EMAIL) => requestPayment(admin, { description, email, open: 'keep' });

async function paid(by: Record<string, string>, email?: string): Promise<string> {
  const started = await startLinkPayment(by, await requested(email));
  await finishPayment(webpay, started, 'approve');
  return started.buyOrder;
}

async function remove(cookies: Record<string, string>, sent = 'keep') {
  const json = { password: PASSWORD, sent };
  expect((await api('/api/account/delete', { json, cookies })).status).toBe(200);
}

const requestRows = () =>
  getDb().read.all<{ email: string; amount: number; paid: number }>(
    sql`select email, amount, paid_by is not null as paid from payment_requests`,
  );

describe('a payment request without a lead', () => {
  test.each([
    ['her account, which paid it', 'keep'],
    ['all that she sent', 'erase'],
  ])('loses its personal data with %s; the payment stays', async (_, sent) => {
    const order = await paid(ana);
    await remove(ana, sent);
    expect(await requestRows()).toEqual([{ email: '', amount: 45_000, paid: 1 }]);
    expect(await rowsContaining(marks)).toEqual([]);
    expect(await paymentOf(order)).toMatchObject({
      amount: 45_000,
      state: 'authorized',
      authorizationCode: expect.any(String),
    });
    expect(await rowProblems()).toEqual([]);
  });

  test('loses its personal data with the account of the person asked to pay, and with that of the payer', async () => {
    await paid(beto);
    await remove(ana);
    expect(await rowsContaining(marks)).toEqual([]);
    await paid(beto, 'otra@constructora.cl');
    await remove(beto);
    expect(await rowsContaining([...marks, 'otra@constructora.cl'])).toEqual([]);
  });

  test('loses its personal data also when the charge arrives just after the account was deleted', async () => {
    const started = await startLinkPayment(ana, await requested());
    await remove(ana);
    await returnFromWebpay(webpay.pay(started.token, 'approve').fields);
    expect(await paymentOf(started.buyOrder)).toMatchObject({
      state: 'authorized',
      cardLast4: null,
      description: null,
    });
    expect(await rowsContaining(marks)).toEqual([]);
  });

  test('can no longer be paid after the account of the person asked is deleted, and keeps no personal data', async () => {
    const link = await requested();
    await remove(ana);
    expect(await requestRows()).toEqual([{ email: '', amount: 45_000, paid: 0 }]);
    expect(await startLinkPayment(beto, link)).toMatchObject({ error: 'conflict' });
    expect(await rowsContaining(marks)).toEqual([]);
    expect(await rowProblems()).toEqual([]);
  });

  test('is deleted six years after it was paid, not before; the payment keeps its amount without text or card', async () => {
    await requested();
    world.advance(MINUTE);
    const order = await paid(ana);
    const round = async () => {
      for (const job of Object.values(jobs)) await job(world.now(), {});
    };
    world.advance(retentionDays.payment * DAY);
    await round();
    // The unpaid request was deleted long before.
    expect(await requestRows()).toMatchObject([{ email: EMAIL, paid: 1 }]);
    world.advance(1000);
    await round();
    expect([await requestRows(), await rowsContaining(marks)]).toEqual([[], []]);
    expect(await paymentOf(order)).toMatchObject({
      amount: 45_000,
      description: null,
      cardLast4: null,
    });
    expect(await rowProblems()).toEqual([]);
  });
});

describe('the page of a payment link whose time ended', () => {
  const page = async (link: string) => {
    const found = await findLinkedPaymentRequest(link);
    if (!found) throw new Error('no such link');
    return paymentLinkPage(found, world.now());
  };
  const silent = { title: 'Pago solicitado', amount: null };

  test.each(['expired', 'paid'])(
    'says that it is %s, and neither purpose nor amount',
    async (state) => {
      const link = await requested();
      if (state === 'paid')
        await finishPayment(webpay, await startLinkPayment(ana, link), 'approve');
      world.advance(30 * DAY - 1);
      expect(await page(link)).toMatchObject({ title: description, amount: '$ 45.000' });
      world.advance(1);
      expect(await page(link)).toMatchObject({ ...silent, state });
    },
  );

  test('still shows the purpose while a payment is in progress, and hides it when that is over', async () => {
    const link = await requested();
    world.advance(30 * DAY - 1000);
    const started = await startLinkPayment(await signIn(), link);
    webpay.fail('commit', 'cut');
    await finishPayment(webpay, started, 'approve');
    world.advance(2000);
    expect(await page(link)).toMatchObject({ title: description, state: 'paying' });
    world.advance(HOUR);
    await sweepPayments(world.now());
    expect(await page(link)).toMatchObject(silent);
  });
});
