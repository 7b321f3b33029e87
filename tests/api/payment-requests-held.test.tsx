import { eq, sql } from 'drizzle-orm';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, describe, expect, test } from 'vitest';
import { RequestedPayment } from '#components/payments/requested-payment.tsx';
import { comparePayments } from '#lib/domain/payments/compare.ts';
import { listOpenQuestions, readLinkedRequest } from '#lib/domain/payments/reads.ts';
import { sweepPayments } from '#lib/domain/payments/sweep.ts';
import { requestState } from '#lib/domain/payments/view.ts';
import { announceCommit } from '#lib/domain/payments/writes/resolve-payment.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { paymentRequests, payments } from '#lib/platform/db/schema/payments.ts';
import { createAccount, signIn } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { captureLog } from '#tests/support/captured-log.ts';
import { askForMoney } from '#tests/support/payment-links.ts';
import {
  comeBack,
  deliver,
  finish,
  logInPayer,
  paymentMails,
  paymentOf,
  type Started,
  startOfRequest,
  sweepFor,
} from '#tests/support/payments.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { worldForTest } from '#tests/support/world.ts';

const webpay = await startWebpay();
const world = worldForTest(webpay.variables);
let ana: Record<string, string>;
let beto: Record<string, string>;
let link: string;
beforeEach(async () => {
  ana = await logInPayer(webpay);
  await createAccount({ email: 'beto@constructora.cl' });
  beto = await signIn('beto@constructora.cl');
  link = await askForMoney((await makeAdvisor('jefa@resguardo.cl')).cookies);
});

const holder = async () => (await getDb().read.select().from(paymentRequests))[0]?.paidBy;
const idOf = async ({ buyOrder }: Started) => (await paymentOf(buyOrder)).id;
const stateOf = async ({ buyOrder }: Started) => (await paymentOf(buyOrder)).state;
const how = { amount: '$ 1', until: 'x', path: '/pagar/x', email: null, receiptTo: 'a@b.cl' };
const said = { rows: [], terms: undefined, tax: '', share: '', proof: { to: null } };
const page = async () => {
  const found = await readLinkedRequest(link);
  if (!found) throw new Error('no such link');
  const state = requestState(found.request, found.payment?.state ?? null, world.now());
  const html = renderToStaticMarkup(
    <RequestedPayment state={state} {...{ ...how, ...said }} typed={{}} />,
  );
  return { state, offers: html.includes('Pagar con Webpay') };
};
/** Charged there without our commit, of `more` pesos than asked. */
const chargeThere = ({ buyOrder }: Started, more = 0) => {
  const there = webpay.find(buyOrder);
  if (there) Object.assign(there, { status: 'AUTHORIZED', response_code: 0, charges: 1 });
  if (there) there.amount += more;
};
const compare = () => {
  const by = { requestId: 'sweeper', address: '', now: world.now(), actor: 'system' };
  const signal = new AbortController().signal;
  return comparePayments(by, { limit: 20, withinMs: 5_000, signal });
};

const unsure = { abort: 'locked', timeout: 429, 'form-error': 'page-422' } as const;
test.each(['abort', 'timeout', 'form-error'] as const)(
  'a commit that is being worked on: a way back by %s ends nothing',
  async (how) => {
    const one = await startOfRequest(ana, link);
    webpay.fail('commit', 'hang');
    await finish(webpay, one, 'approve');
    webpay.fail('commit', unsure[how]);
    await finish(webpay, one, how);
    expect(await page()).toEqual({ state: 'paying', offers: false });
    expect(await startOfRequest(beto, link)).toMatchObject({ error: 'conflict' });
    chargeThere(one);
    await sweepFor(world, 10);
    expect(await page()).toEqual({ state: 'paid', offers: false });
  },
);

describe('a charge found after the payment had ended here', () => {
  test.each([
    ['as asked', 0, 'authorized', 'paid'],
    ['of another amount', 1, 'failed', 'review'],
  ])('%s, is not freed by the one that holds the link meanwhile', async (_, more, ends, shown) => {
    const one = await startOfRequest(ana, link);
    await finish(webpay, one, 'abort');
    world.advance(61 * 60_000);
    const other = await startOfRequest(beto, link);
    webpay.fail('commit', 500);
    webpay.fail('status', 500);
    await finish(webpay, other, 'approve');
    expect(await holder()).toBe(await idOf(other));
    chargeThere(one, more);
    await compare();
    expect(await stateOf(one)).toBe(ends);
    expect(await stateOf(other)).toBe('pending');
    await comeBack({ token_ws: other.token });
    await sweepFor(world, 30);
    expect(webpay.find(other.buyOrder)?.charges).toBe(0);
    expect(await stateOf(other)).toBe('expired');
    expect(await holder()).toBe(await idOf(one));
    expect(await page()).toEqual({ state: shown, offers: false });
    expect(await startOfRequest(beto, link)).toMatchObject({ error: 'conflict' });
  });

  const cutOff = async (one: Started) => {
    for (let minute = 0; minute < 40; minute++) {
      webpay.fail('commit', 'cut');
      if (minute === 0) await finish(webpay, one, 'approve');
      else await sweepFor(world, 1);
    }
  };
  const endings: Record<string, (one: Started) => Promise<unknown>> = {
    abort: (one) => finish(webpay, one, 'abort'),
    'form-error': (one) => finish(webpay, one, 'form-error'),
    reject: (one) => finish(webpay, one, 'reject'),
    'cut off': cutOff,
  };
  test.each(
    Object.keys(endings).flatMap(
      (how) =>
        [
          [how, 0, 'paid', 0],
          [how, 1, 'review', 1],
        ] as const,
    ),
  )('closes a link without a holder: %s, %i pesos more', async (how, more, shown, open) => {
    const one = await startOfRequest(ana, link);
    await endings[how]?.(one);
    expect(await page()).toEqual({ state: 'waiting', offers: true });
    world.advance(61 * 60_000);
    chargeThere(one, more);
    const log = captureLog();
    await compare();
    expect(await holder()).toBe(await idOf(one));
    expect(await page()).toEqual({ state: shown, offers: false });
    expect(await startOfRequest(beto, link)).toMatchObject({ error: 'conflict' });
    world.advance(25 * 60 * 60_000);
    await compare();
    expect(log.lines().filter(({ msg }) => /payment alarm/.test(msg ?? ''))).toHaveLength(1);
    expect(await listOpenQuestions()).toHaveLength(open);
  });

  test('closes it too where the person had not come back yet', async () => {
    const one = await startOfRequest(ana, link);
    chargeThere(one, 1);
    await sweepFor(world, 16);
    expect(await stateOf(one)).toBe('failed');
    expect(await page()).toEqual({ state: 'review', offers: false });
  });
});

test('a way back that stalled while the person aborted neither holds the link nor charges', async () => {
  const one = await startOfRequest(ana, link);
  const before = await paymentOf(one.buyOrder);
  await finish(webpay, one, 'abort');
  expect(await announceCommit(before)).toBe(false);
  expect(await page()).toEqual({ state: 'waiting', offers: true });
});

test('a charge of another amount keeps the link until an admin has looked', async () => {
  const one = await startOfRequest(ana, link);
  const there = webpay.find(one.buyOrder);
  if (there) there.amount += 1;
  await finish(webpay, one, 'approve');
  expect(await stateOf(one)).toBe('failed');
  expect(await page()).toEqual({ state: 'review', offers: false });
  expect(await startOfRequest(beto, link)).toMatchObject({ error: 'conflict' });
  world.advance(3 * 365 * 24 * 60 * 60_000);
  await sweepPayments(world.now());
  expect(await holder()).toBe(await idOf(one));
});

test('a commit that was cut off is not taken for aborted while Webpay may still work on it', async () => {
  const one = await startOfRequest(ana, link);
  webpay.fail('commit', 'cut');
  await finish(webpay, one, 'approve');
  webpay.fail('commit', 'cut');
  await comeBack(webpay.pay(one.token, 'abort').fields);
  expect(await stateOf(one)).toBe('pending');
  expect(await page()).toEqual({ state: 'paying', offers: false });
  const there = webpay.find(one.buyOrder);
  if (there) Object.assign(there, { status: 'AUTHORIZED', charges: 1 });
  await sweepFor(world, 3);
  expect(await page()).toEqual({ state: 'paid', offers: false });
});

test.each([
  ['paid', 0],
  ['charged wrongly', 1],
])('the mail that asks does not go out once it is %s', async (_, more) => {
  const one = await startOfRequest(ana, link);
  const there = webpay.find(one.buyOrder);
  if (there) there.amount += more;
  await finish(webpay, one, 'approve');
  await deliver();
  expect(paymentMails(world).filter(({ subject }) => /pendiente/.test(subject))).toEqual([]);
});

describe('the database itself refuses', () => {
  const set = (paidBy: number | null) =>
    getDb().write((tx) => tx.update(paymentRequests).set({ paidBy }));
  const announce = ({ buyOrder }: Started) =>
    getDb().write((tx) =>
      tx.update(payments).set({ commitAskedAt: 1 }).where(eq(payments.buyOrder, buyOrder)),
    );
  const refused = { cause: { message: expect.stringContaining('another payment holds') } };

  test.each([
    ['pending', null],
    ['authorized', null],
    ['refunded', null],
    ['failed', 'mismatch'],
  ])(
    'to free the request of one that is %s (%s), or to give it to another',
    async (state, reason) => {
      const one = await startOfRequest(ana, link);
      const other = await startOfRequest(beto, link);
      await set(await idOf(one));
      await getDb().write((tx) =>
        tx.run(sql`update payments set state = ${state}, reason = ${reason}
          where buy_order = ${one.buyOrder}`),
      );
      await expect(set(null)).rejects.toMatchObject(refused);
      await expect(set(await idOf(other))).rejects.toMatchObject(refused);
      expect(await holder()).toBe(await idOf(one));
    },
  );

  test('a commit for one that does not hold the request, or whose request is paid', async () => {
    const one = await startOfRequest(ana, link);
    const other = await startOfRequest(beto, link);
    await expect(announce(one)).rejects.toMatchObject(refused);
    await set(await idOf(one));
    await expect(announce(other)).rejects.toMatchObject(refused);
    await getDb().write((tx) =>
      tx.run(sql`update payments set state = 'authorized' where buy_order = ${other.buyOrder}`),
    );
    await expect(announce(one)).rejects.toMatchObject(refused);
  });
});
