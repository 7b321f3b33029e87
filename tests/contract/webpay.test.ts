import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebpayPlus } from 'transbank-sdk';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createTransbank } from '#lib/platform/webpay/transbank.ts';
import {
  findWebpayFailure,
  type WebpayFailure,
  type WebpayPort,
} from '#lib/platform/webpay/webpay.ts';
import { shortPaymentTimeouts } from '#tests/support/payments.ts';
import { startWebpay, type WebpayFailureMode } from '#tests/support/providers/webpay.ts';
import { measureWait } from '#tests/support/timing.ts';

const keys = {
  commerceCode: '597055555532',
  apiKey: '579B532A7440BB0C9079DED94D31EA1615BACEB56610332264630D42D0A36B1C',
};
const order = {
  buyOrder: 'RG-7K3M-9QXT-4BCD-8ZPW',
  sessionId: 'sesion-1',
  amount: 12_500,
  returnUrl: 'http://localhost:3000/api/payments/return',
};
const standIn = await startWebpay();
let webpay: WebpayPort;

beforeEach(() => {
  standIn.recover();
  webpay = shortPaymentTimeouts(standIn, { ...keys, baseUrl: standIn.url });
});

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error) => findWebpayFailure(error) ?? 'another error',
  );

async function opened(choice?: 'approve' | 'reject' | 'abort') {
  const { token } = await webpay.create(order);
  if (choice) standIn.pay(token, choice);
  return token;
}

describe('Transbank', () => {
  test('opens a payment, commits it, tells its status and refunds a part', async () => {
    const { token, url } = await webpay.create(order);
    expect(token).toHaveLength(64);
    expect(url).toBe(`${standIn.url}/webpayserver/initTransaction`);
    expect(await webpay.status(token)).toMatchObject({ status: 'INITIALIZED', responseCode: null });
    standIn.pay(token, 'approve');
    const at = standIn.find(order.buyOrder)?.at ?? new Date(Number.NaN);
    const paid = {
      status: 'AUTHORIZED',
      responseCode: 0,
      amount: 12_500,
      buyOrder: order.buyOrder,
      authorizationCode: '1213',
      cardLast4: '6623',
      paymentTypeCode: 'VN',
      installments: 0,
      accountingDate: at.toISOString().slice(5, 10).replace('-', ''),
      transactionAt: at.getTime(),
      balance: null,
    };
    expect(await webpay.commit(token)).toEqual(paid);
    expect(await webpay.status(token)).toEqual(paid);
    expect(await webpay.refund(token, 2_500)).toEqual({
      type: 'NULLIFIED',
      isAccepted: true,
      authorizationCode: '778899',
      balance: 10_000,
    });
    expect(await webpay.status(token)).toMatchObject({
      status: 'PARTIALLY_NULLIFIED',
      balance: 10_000,
    });
  });

  test('reverses a payment that is refunded as a whole', async () => {
    const token = await opened('approve');
    await webpay.commit(token);
    expect(await webpay.refund(token, 12_500)).toMatchObject({
      type: 'REVERSED',
      isAccepted: true,
    });
    expect(await webpay.status(token)).toMatchObject({ status: 'REVERSED' });
  });

  test('reports a rejected card as failed', async () => {
    const token = await opened('reject');
    expect(await webpay.commit(token)).toMatchObject({ status: 'FAILED', responseCode: -1 });
  });

  test('refuses to commit an aborted or unpaid payment; a second commit fails as "server"', async () => {
    for (const token of [await opened('abort'), await opened()]) {
      expect(await failureOf(webpay.commit(token))).toBe('refused');
    }
    const twice = await opened('approve');
    await webpay.commit(twice);
    expect(await failureOf(webpay.commit(twice))).toBe('server');
    expect(await failureOf(webpay.status('b'.repeat(64)))).toBe('not-found');
  });

  test.each<readonly [WebpayFailureMode, WebpayFailure]>([
    [401, 'unauthorized'],
    [404, 'not-found'],
    [400, 'refused'],
    [422, 'refused'],
    ['page-422', 'server'],
    ...([403, 408, 409, 425, 429] as const).map((status) => [status, 'server'] as const),
    [500, 'server'],
    [503, 'server'],
    ['hang', 'timeout'],
    ['hang-after', 'timeout'],
    ['cut', 'network'],
    ['cut-after', 'network'],
    ['page', 'unreadable'],
  ])('that fails with %s is reported as "%s" by every call', async (fault, failure) => {
    const token = await opened('approve');
    for (const call of ['create', 'commit', 'status', 'refund'] as const) standIn.fail(call, fault);
    expect(await failureOf(webpay.create(order))).toBe(failure);
    expect(await failureOf(webpay.status(token))).toBe(failure);
    expect(await failureOf(webpay.commit(token))).toBe(failure);
    expect(await failureOf(webpay.refund(token, 1))).toBe(failure);
  });

  test('that cannot be reached is reported as "network", and wrong keys as "unauthorized"', async () => {
    const nowhere = createTransbank({ ...keys, baseUrl: 'http://127.0.0.1:1' });
    expect(await failureOf(nowhere.create(order))).toBe('network');
    const stranger = createTransbank({ ...keys, apiKey: 'otra', baseUrl: standIn.url });
    expect(await failureOf(stranger.create(order))).toBe('unauthorized');
  });

  test.each([
    ['https://webpay3g.transbank.cl/webpayserver/initTransaction', 'none'],
    ['https://eviltransbank.cl/webpayserver/initTransaction', 'unreadable'],
    ['https://webpay3g.transbank.cl.malo.cl/', 'unreadable'],
    ['https://webpay3g.transbank.cl@malo.cl/', 'unreadable'],
    ['https://malo.cl/webpay3g.transbank.cl', 'unreadable'],
    ['http://webpay3g.transbank.cl/', 'unreadable'],
    ['https://malo.cl/webpayserver/initTransaction', 'unreadable'],
    ['javascript:alert(1)', 'unreadable'],
    ['', 'unreadable'],
  ])('whose page for cards is %s gives the failure "%s"', async (url, failure) => {
    const reply = { token: 'a'.repeat(64), url };
    vi.spyOn(WebpayPlus.Transaction.prototype, 'create').mockResolvedValue(reply);
    const real = createTransbank({ ...keys, baseUrl: 'https://webpay3gint.transbank.cl' });
    expect(await failureOf(real.create(order))).toBe(failure);
    expect(await failureOf(webpay.create(order))).toBe('unreadable');
  });

  test('gives errors without our keys or its own words', async () => {
    standIn.fail('create', 422);
    const error: Error = await webpay.create(order).catch((thrown) => thrown);
    const notices = [error.message, error.stack, JSON.stringify(error), String(error.cause)].join(
      ' ',
    );
    expect(notices).not.toContain(keys.apiKey);
    expect(notices).not.toContain(keys.commerceCode);
    expect(notices).not.toContain('On command');
  });

  test('that sends its answer drop by drop ends in a timeout', async () => {
    const drip = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 50);
      response.on('close', () => clearInterval(timer));
    });
    await new Promise<void>((resolve) => drip.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(drip.address() as AddressInfo).port}`;
    const { result, ms } = await measureWait(() =>
      failureOf(createTransbank({ ...keys, baseUrl }, 300).create(order)),
    );
    expect(result).toBe('timeout');
    expect(ms).toBeLessThan(3000);
    drip.closeAllConnections();
    await new Promise((resolve) => drip.close(resolve));
  });
});
