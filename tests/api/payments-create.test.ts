import { describe, expect, test } from 'vitest';
import { getEnv, parseEnv } from '#lib/platform/config/env.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { payments } from '#lib/platform/db/schema/payments.ts';
import { api } from '#tests/support/call.ts';
import { captureLog } from '#tests/support/captured-log.ts';
import {
  type Cookies,
  createPayment,
  paymentOf,
  paymentTrail,
  startPayment,
  sweepFor,
} from '#tests/support/payments.ts';
import { paymentsForTest } from '#tests/support/payments-for-test.ts';

const { webpay, world, cookies } = await paymentsForTest();

const onlyPayment = async () => {
  const [row, ...others] = await getDb().read.select().from(payments);
  expect(others).toEqual([]);
  return row;
};
/** Creates a payment with a body as it is on the wire. */
const createRaw = (body: string) => {
  const headers = { 'content-type': 'application/json' };
  return api('/api/payments/create', { body, headers, cookies: cookies.payer });
};

describe('POST /api/payments/create', () => {
  test('answers with what the browser needs to pay, and stores the payment', async () => {
    const metadata = { solicitud: 12, origen: { pantalla: 'panel' } };
    const body = { amount: 500, description: ' Comisión ', metadata };
    const response = await createPayment(cookies.payer, body);
    expect(response.status).toBe(200);
    const { success, data } = await response.json();
    expect(success).toBe(true);
    expect(Object.keys(data).sort()).toEqual(['amount', 'buyOrder', 'sessionId', 'token', 'url']);
    expect(data.buyOrder).toMatch(/^RG(-[2-9B-Z]{4}){4}$/);
    expect(data.sessionId.length).toBeLessThanOrEqual(61);
    expect(webpay.find(data.buyOrder)).toMatchObject({
      token: data.token,
      session_id: data.sessionId,
      amount: 500,
      return_url: 'http://localhost:3000/api/payments/return',
    });
    const row = await paymentOf(data.buyOrder);
    expect(row).toMatchObject({ state: 'pending', amount: 500, description: 'Comisión' });
    expect(JSON.parse(row.metadata ?? '')).toEqual(metadata);
    expect(await paymentTrail(data.buyOrder)).toEqual(['created', 'pending']);
  });

  test.each([
    ['amount', { amount: 499 }],
    ['amount', { amount: '1000' }],
    ['metadata', { amount: 500, metadata: { a: 'x'.repeat(100_000) } }],
  ])('refuses a wrong %s, and stores nothing', async (field, body) => {
    const response = await createPayment(cookies.payer, body);
    expect(response.status).toBe(400);
    const { error, fields } = await response.json();
    expect([error, Object.keys(fields)]).toEqual(['validation_failed', [field]]);
    expect(await onlyPayment()).toBeUndefined();
  });

  test('refuses metadata that is nested too deeply', async () => {
    const huge = `{"amount":500,"metadata":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`;
    expect((await createRaw(huge)).status).toBe(400);
  });

  test('stores nothing of __proto__ at any depth, and changes no prototype', async () => {
    const body = `{"amount":500,"metadata":{"a":1,"__proto__":{"malo":1},
      "b":{"__proto__":{"malo":1},"constructor":{"prototype":{"malo":1}}}}}`;
    const { data } = await (await createRaw(body)).json();
    const { metadata } = await paymentOf(data.buyOrder);
    expect(metadata).toBe('{"a":1,"b":{"constructor":{"prototype":{"malo":1}}}}');
    expect(({} as { malo?: number }).malo).toBeUndefined();
  });

  test('answers 401 without a session, and stores nothing', async () => {
    expect((await createPayment({})).status).toBe(401);
    expect(await onlyPayment()).toBeUndefined();
  });

  test('allows 20 payments in 10 minutes to one account', async () => {
    for (let i = 0; i < 20; i++) expect((await createPayment(cookies.payer)).status).toBe(200);
    const refused = await createPayment(cookies.payer, undefined, { ip: '198.51.100.9' });
    expect(refused.status).toBe(429);
    world.advance(600_000);
    expect((await createPayment(cookies.payer)).status).toBe(200);
  });

  test.each([401, 422, 500, 'cut', 'cut-after', 'page'] as const)(
    'answers 502 and stores the payment as failed when Webpay fails with %s',
    async (fault) => {
      webpay.fail('create', fault);
      const log = captureLog();
      const response = await createPayment(cookies.payer);
      expect(response.status).toBe(502);
      const reply = await response.json();
      expect(reply.error).toBe('upstream_failed');
      expect(reply.message).toContain('no te cobró nada');
      expect(await onlyPayment()).toMatchObject({ state: 'failed', reason: 'provider' });
      expect(log.text()).not.toContain('579B532A');
    },
  );

  test.each(['hang', 'hang-after'] as const)(
    'answers 504 when Webpay is silent (%s), and the sweeper ends the payment',
    async (fault) => {
      webpay.fail('create', fault);
      const response = await createPayment(cookies.payer);
      expect(response.status).toBe(504);
      expect((await response.json()).error).toBe('upstream_timeout');
      const row = await onlyPayment();
      expect(row).toMatchObject({ state: 'created', token: null });
      await sweepFor(world, 14);
      expect((await onlyPayment())?.state).toBe('created');
      await sweepFor(world, 1);
      expect(await onlyPayment()).toMatchObject({ state: 'expired', reason: 'left' });
      expect(await paymentTrail(row?.buyOrder ?? '')).toEqual(['created', 'expired']);
    },
  );

  test('answers 503 in production without the shop’s own keys, and stores nothing', async () => {
    const production = {
      APP_ENV: 'production',
      APP_URL: 'https://resguardo.cl',
      APP_SECRET: 'x'.repeat(40),
      DATA_DIR: world.dataDir,
    };
    expect(parseEnv(production).transbank).toBeUndefined();
    getEnv().transbank = undefined;
    const response = await createPayment(cookies.payer);
    expect(response.status).toBe(503);
    expect((await response.json()).error).toBe('not_configured');
    expect(await onlyPayment()).toBeUndefined();
  });
});

describe('own payments', () => {
  const list = async (query = '', as = cookies.payer) =>
    (await api(`/api/payments${query}`, { cookies: as })).json();

  test('are listed newest first, page by page', async () => {
    const orders: string[] = [];
    await startPayment(cookies.admin);
    for (let amount = 500; amount < 505; amount++) {
      orders.unshift((await startPayment(cookies.payer, { amount })).buyOrder);
    }
    const all = await list();
    expect(all.data.map((item: { buyOrder: string }) => item.buyOrder)).toEqual(orders);
    expect(all.pagination).toEqual({ total: 5, limit: 20, offset: 0, hasMore: false });
    const some = await list('?limit=2&offset=2');
    expect(some.data.map((item: { buyOrder: string }) => item.buyOrder)).toEqual(
      orders.slice(2, 4),
    );
    expect(some.pagination).toEqual({ total: 5, limit: 2, offset: 2, hasMore: true });
    for (const query of ['?limit=0', '?limit=101', '?offset=-1', '?limit=x']) {
      expect((await list(query)).error).toBe('validation_failed');
    }
  });

  test('can be read by their owner; for another account they do not exist', async () => {
    const { buyOrder, amount } = await startPayment(cookies.payer);
    const show = (as: Cookies) => api(`/api/payments/${buyOrder}`, { cookies: as });
    expect(await (await show(cookies.payer)).json()).toEqual({
      success: true,
      data: {
        buyOrder,
        amount,
        status: 'pending',
        description: 'Comisión',
        createdAt: '2026-11-20T15:00:00.000Z',
        authorizationCode: null,
        cardLast4: null,
      },
    });
    expect((await show(cookies.admin)).status).toBe(404);
    expect((await show({})).status).toBe(401);
    const own = await startPayment(cookies.admin);
    expect((await list('', cookies.admin)).data).toMatchObject([{ buyOrder: own.buyOrder }]);
  });
});
