import { beforeEach, describe, expect, test } from 'vitest';
import { getDb } from '#lib/platform/db/client.ts';
import { payments } from '#lib/platform/db/schema/payments.ts';
import { leases } from '#lib/platform/db/schema/platform.ts';
import { api } from '#tests/support/call.ts';
import { captureLog } from '#tests/support/captured-log.ts';
import {
  comeBack,
  deliver,
  finish,
  logInPayer,
  paymentMails,
  paymentOf,
  start,
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

describe('the four ways back', () => {
  test.each(['GET', 'POST'] as const)(
    'paid, by %s: committed once, with a receipt',
    async (method) => {
      const started = await start(cookies);
      const { fields } = webpay.pay(started.token, 'approve');
      expect(await comeBack(fields, method)).toBe(`/panel/pagos/${started.buyOrder}`);
      expect(await paymentOf(started.buyOrder)).toMatchObject({
        state: 'authorized',
        authorizationCode: '1213',
        cardLast4: '6623',
        paymentTypeCode: 'VN',
        responseCode: 0,
        settledAt: world.now(),
        nextCheckAt: null,
      });
      expect(await getDb().read.$count(leases)).toBe(0);
      expect(webpay.find(started.buyOrder)).toMatchObject({ status: 'AUTHORIZED', charges: 1 });
      expect(await trailOf(started.buyOrder)).toEqual(['created', 'pending', 'authorized']);
      await deliver();
      const [mail, ...others] = paymentMails(world);
      expect(others).toEqual([]);
      expect(mail).toMatchObject({
        subject: 'Recibimos tu pago: $ 12.500',
        to: 'ana@constructora.cl',
      });
      expect(mail?.text).toContain(started.buyOrder);
      expect(mail?.attachments.map(({ fileName }) => fileName)).toEqual([
        `comprobante-pago-${started.buyOrder}.pdf`,
      ]);
    },
  );

  test.each(['GET', 'POST'] as const)('refused by the bank, by %s', async (method) => {
    const started = await start(cookies);
    const { fields } = webpay.pay(started.token, 'reject');
    await comeBack(fields, method);
    const row = await paymentOf(started.buyOrder);
    expect(row).toMatchObject({ state: 'failed', reason: 'rejected', responseCode: -1 });
    expect(webpay.find(started.buyOrder)).toMatchObject({ status: 'FAILED', charges: 0 });
  });

  test.each([
    ['aborted', 'abort', { state: 'aborted', reason: null }],
    ['timed out', 'timeout', { state: 'expired', reason: null }],
    ['broken', 'form-error', { state: 'failed', reason: 'form' }],
  ] as const)('%s: noted, and nothing is asked of the provider', async (_, choice, expected) => {
    for (const method of ['GET', 'POST'] as const) {
      const started = await start(cookies);
      const { fields } = webpay.pay(started.token, choice);
      expect(await comeBack(fields, method)).toBe(`/panel/pagos/${started.buyOrder}`);
      expect(await paymentOf(started.buyOrder)).toMatchObject(expected);
    }
    expect(webpay.requests).toEqual(['create', 'create']);
  });
});

describe('a way back that names none of ours', () => {
  const token = 'f'.repeat(64);
  test.each<[string, Record<string, string>]>([
    ['none at all', {}],
    ['a forged token', { token_ws: token }],
    ['a forged token, aborted', { TBK_TOKEN: token }],
    ['both, forged', { token_ws: token, TBK_TOKEN: token }],
    ['nonsense', { token_ws: '<script>' }],
  ])('%s', async (_, fields) => {
    const { buyOrder } = await start(cookies);
    for (const method of ['GET', 'POST'] as const) {
      expect(await comeBack(fields, method)).toBe('/panel/pagos?error=not_found');
    }
    expect((await paymentOf(buyOrder)).state).toBe('pending');
    expect(webpay.requests).toEqual(['create']);
  });

  test('an order with the session of another, or a token with another order', async () => {
    const one = await start(cookies);
    const other = await start(cookies);
    const mixed: Record<string, string>[] = [
      { TBK_ORDEN_COMPRA: one.buyOrder, TBK_ID_SESION: other.sessionId },
      { TBK_ORDEN_COMPRA: one.buyOrder, TBK_ID_SESION: 'adivinada' },
      { TBK_TOKEN: one.token, TBK_ORDEN_COMPRA: other.buyOrder, TBK_ID_SESION: one.sessionId },
      { TBK_TOKEN: one.token, TBK_ORDEN_COMPRA: one.buyOrder, TBK_ID_SESION: other.sessionId },
    ];
    for (const fields of mixed) {
      expect(await comeBack(fields)).toBe('/panel/pagos?error=not_found');
    }
    for (const { buyOrder } of [one, other]) {
      expect((await paymentOf(buyOrder)).state).toBe('pending');
    }
  });

  test('an order with its session in the other spelling is a form that timed out', async () => {
    for (const method of ['GET', 'POST'] as const) {
      const { buyOrder, sessionId } = await start(cookies);
      const sent = { TBK_ORDEN_COMPRA: buyOrder, TBK_ID_SESSION: sessionId };
      expect(await comeBack(sent, method)).toBe(`/panel/pagos/${buyOrder}`);
      expect((await paymentOf(buyOrder)).state).toBe('expired');
    }
  });

  test('a body that is no form', async () => {
    for (const options of [{ json: { token_ws: 'a' } }, { body: 'x'.repeat(300_000) }]) {
      const response = await api('/api/payments/return', options);
      expect(response.headers.get('location')).toBe('/panel/pagos?error=not_found');
    }
  });

  test('tells no token in the log', async () => {
    const log = captureLog();
    const started = await start(cookies);
    await finish(webpay, started, 'approve');
    await comeBack({ token_ws: token });
    expect(log.text()).not.toContain(started.token);
    expect(log.text()).not.toContain(token);
    expect(log.text()).toContain('names none of ours');
  });
});

describe('an answer that is not about our payment', () => {
  test.each([
    ['amount', { amount: 12_501 }],
    ['order', { buy_order: 'RG-OTRA' }],
  ])('another %s: not paid, and an alarm without personal data', async (_, change) => {
    const log = captureLog();
    const started = await start(cookies);
    const there = webpay.find(started.buyOrder);
    if (there) Object.assign(there, change);
    await finish(webpay, started, 'approve');
    expect(await paymentOf(started.buyOrder)).toMatchObject({
      state: 'failed',
      reason: 'mismatch',
    });
    const alarms = log.lines().filter(({ level, msg }) => level >= 50 && /alarm/.test(msg ?? ''));
    expect(alarms).toMatchObject([{ buyOrder: started.buyOrder, reason: 'mismatch' }]);
    expect(log.text()).not.toMatch(/ana@|6623|1213|Comisión/);
    await deliver();
    expect(paymentMails(world)).toEqual([]);
  });
});

test('a list of payments stays small per account: nothing is stored by a return', async () => {
  await comeBack({ token_ws: 'f'.repeat(64) });
  expect(await getDb().read.$count(payments)).toBe(0);
});

describe('while the database fails', () => {
  const back = (headers: Record<string, string>, method: 'GET' | 'POST') => {
    const path = '/api/payments/return';
    return method === 'GET'
      ? api(`${path}?token_ws=abc`, { headers })
      : api(path, {
          form: { token_ws: 'abc' },
          headers: { ...headers, 'sec-fetch-site': 'cross-site' },
        });
  };

  test.each(['GET', 'POST'] as const)(
    'a person sees a page, a program the JSON (%s)',
    async (method) => {
      captureLog();
      await getDb().write((tx) => tx.run('alter table payments rename to payments_gone'));
      const page = await back({ accept: 'text/html,application/xhtml+xml' }, method);
      expect(page.status).toBe(500);
      expect(page.headers.get('content-type')).toContain('text/html');
      const text = await page.text();
      expect(text).toContain('No pagues otra vez');
      expect(text).toContain('/panel/pagos');
      expect(text.includes('href="/api/payments/return?token_ws=abc"')).toBe(method === 'GET');
      const json = await back({}, method);
      expect(await json.json()).toMatchObject({ error: 'internal' });
    },
  );
});
