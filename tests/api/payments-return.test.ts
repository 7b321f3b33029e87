import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import OutcomePage from '#app/pagar/sin-respuesta/page.tsx';
import { leaseOf } from '#lib/domain/payments/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { payments } from '#lib/platform/db/schema/payments.ts';
import { leases } from '#lib/platform/db/schema/platform.ts';
import { withLease } from '#lib/platform/process/leases.ts';
import { api } from '#tests/support/call.ts';
import { captureLog } from '#tests/support/captured-log.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';
import { renderPage } from '#tests/support/page-request.ts';
import {
  finishPayment,
  operatorAlarms,
  paymentMails,
  paymentOf,
  paymentTrail,
  returnFromWebpay,
  startPayment,
} from '#tests/support/payments.ts';
import { paymentsForTest } from '#tests/support/payments-for-test.ts';

const { webpay, world, cookies } = await paymentsForTest();
const begin = () => startPayment(cookies.payer);
const stateOf = async (buyOrder: string) => (await paymentOf(buyOrder)).state;
const commits = () => webpay.requests.filter((call) => call === 'commit').length;
const handlers = ['GET', 'POST'] as const;
const choices = ['approve', 'abort', 'timeout', 'form-error'] as const;

describe('the four returns from Webpay', () => {
  test.each(handlers)(
    'after an approval, by %s, commit once and send one receipt',
    async (method) => {
      const { buyOrder, token } = await begin();
      const { fields } = webpay.pay(token, 'approve');
      expect(await returnFromWebpay(fields, method)).toBe(`/panel/pagos/${buyOrder}`);
      expect(await paymentOf(buyOrder)).toMatchObject({
        state: 'authorized',
        authorizationCode: '1213',
        cardLast4: '6623',
        paymentTypeCode: 'VN',
        responseCode: 0,
        settledAt: world.now(),
        nextCheckAt: null,
      });
      expect(await getDb().read.$count(leases)).toBe(0);
      expect(webpay.find(buyOrder)).toMatchObject({ status: 'AUTHORIZED', charges: 1 });
      expect(await paymentTrail(buyOrder)).toEqual(['created', 'pending', 'authorized']);
      await deliverDue();
      const [mail, ...others] = paymentMails(world);
      expect(others).toEqual([]);
      expect(mail).toMatchObject({
        subject: 'Recibimos tu pago: $ 12.500',
        to: 'ana@constructora.cl',
        attachments: [{ fileName: `comprobante-pago-${buyOrder}.pdf` }],
      });
      expect(mail?.text).toContain(buyOrder);
    },
  );

  test.each([
    ['reject', { state: 'failed', reason: 'rejected', responseCode: -1 }, ['commit']],
    ['abort', { state: 'aborted', reason: null }, []],
    ['timeout', { state: 'expired', reason: null }, []],
    ['form-error', { state: 'failed', reason: 'form' }, []],
  ] as const)(
    'after the choice %s store %j, without a charge',
    async (choice, expected, requested) => {
      for (const method of handlers) {
        const { buyOrder, token } = await begin();
        const { fields, transaction } = webpay.pay(token, choice);
        expect(await returnFromWebpay(fields, method)).toBe(`/panel/pagos/${buyOrder}`);
        expect(await paymentOf(buyOrder)).toMatchObject(expected);
        expect(transaction.charges).toBe(0);
      }
      expect(webpay.requests).toEqual(['create', ...requested, 'create', ...requested]);
    },
  );
});

describe('a return from Webpay that names no payment of ours', () => {
  const forged = 'f'.repeat(64);
  const nowhere = '/panel/pagos?error=not_found';

  test.each<[string, Record<string, string>]>([
    ['none at all', {}],
    ['a forged token', { token_ws: forged }],
    ['a forged token, aborted', { TBK_TOKEN: forged }],
    ['both, forged', { token_ws: forged, TBK_TOKEN: forged }],
    ['nonsense', { token_ws: '<script>' }],
  ])('with %s changes nothing and leads to the payments with an error', async (_, fields) => {
    const { buyOrder } = await begin();
    for (const method of handlers) expect(await returnFromWebpay(fields, method)).toBe(nowhere);
    expect(await stateOf(buyOrder)).toBe('pending');
    expect(webpay.requests).toEqual(['create']);
    expect(await getDb().read.$count(payments)).toBe(1);
  });

  test('with an order and the session or token of another changes nothing', async () => {
    const first = await begin();
    const other = await begin();
    const mixed: Record<string, string>[] = [
      { TBK_ORDEN_COMPRA: first.buyOrder, TBK_ID_SESION: other.sessionId },
      { TBK_ORDEN_COMPRA: first.buyOrder, TBK_ID_SESION: 'adivinada' },
      { TBK_TOKEN: first.token, TBK_ORDEN_COMPRA: other.buyOrder, TBK_ID_SESION: first.sessionId },
      { TBK_TOKEN: first.token, TBK_ORDEN_COMPRA: first.buyOrder, TBK_ID_SESION: other.sessionId },
    ];
    for (const fields of mixed) expect(await returnFromWebpay(fields)).toBe(nowhere);
    for (const { buyOrder } of [first, other]) expect(await stateOf(buyOrder)).toBe('pending');
  });

  test('differs from an order with its session as TBK_ID_SESSION, which expires that payment', async () => {
    for (const method of handlers) {
      const { buyOrder, sessionId } = await begin();
      const sent = { TBK_ORDEN_COMPRA: buyOrder, TBK_ID_SESSION: sessionId };
      expect(await returnFromWebpay(sent, method)).toBe(`/panel/pagos/${buyOrder}`);
      expect(await stateOf(buyOrder)).toBe('expired');
    }
  });

  test('with a body that is no form leads to the payments with an error', async () => {
    for (const options of [{ json: { token_ws: 'a' } }, { body: 'x'.repeat(300_000) }]) {
      const response = await api('/api/payments/return', options);
      expect(response.headers.get('location')).toBe(nowhere);
    }
  });

  test('is logged without its token', async () => {
    const log = captureLog();
    const started = await begin();
    await finishPayment(webpay, started, 'approve');
    await returnFromWebpay({ token_ws: forged });
    for (const token of [started.token, forged]) expect(log.text()).not.toContain(token);
    expect(log.text()).toContain('names none of ours');
  });
});

test.each([
  ['amount', { amount: 12_501 }],
  ['order', { buy_order: 'RG-OTRA' }],
])(
  'an answer of Webpay with another %s leaves the payment failed, with an alarm without personal data',
  async (_, change) => {
    const log = captureLog();
    const started = await begin();
    webpay.change(started.buyOrder, change);
    await finishPayment(webpay, started, 'approve');
    const wrong = { state: 'failed', reason: 'mismatch' };
    expect(await paymentOf(started.buyOrder)).toMatchObject(wrong);
    expect(operatorAlarms(log)).toMatchObject([{ buyOrder: started.buyOrder, reason: 'mismatch' }]);
    expect(log.text()).not.toMatch(/ana@|6623|1213|Comisión/);
    await deliverDue();
    expect(paymentMails(world)).toEqual([]);
  },
);

describe('returns from Webpay, repeated or at once:', () => {
  test('20 at once make one commit, and all lead to the same page', async () => {
    webpay.delay('commit', 100);
    const { buyOrder, token } = await begin();
    const { fields } = webpay.pay(token, 'approve');
    const locations = await Promise.all(
      Array.from({ length: 20 }, (_, i) => returnFromWebpay(fields, i % 2 ? 'GET' : 'POST')),
    );
    webpay.delay('commit', 0);
    expect(new Set(locations)).toEqual(new Set([`/panel/pagos/${buyOrder}`]));
    expect(commits()).toBe(1);
    expect(await paymentTrail(buyOrder)).toEqual(['created', 'pending', 'authorized']);
  });

  test('20 of all kinds at once never lose a charge', async () => {
    webpay.delay('commit', 50);
    const { buyOrder, token } = await begin();
    const ways = choices.map((choice) => webpay.pay(token, choice).fields);
    await Promise.all(Array.from({ length: 20 }, (_, i) => returnFromWebpay(ways[i % 4] ?? {})));
    webpay.delay('commit', 0);
    const state = await stateOf(buyOrder);
    expect(webpay.find(buyOrder)?.charges).toBe(state === 'authorized' ? 1 : 0);
    expect(commits()).toBeLessThanOrEqual(1);
  });

  test('those after the end of a payment change nothing and do not ask Webpay', async () => {
    for (const end of ['approve', 'abort'] as const) {
      const started = await begin();
      await finishPayment(webpay, started, end);
      const before = await paymentOf(started.buyOrder);
      webpay.requests.splice(0);
      await returnFromWebpay({ token_ws: started.token });
      for (const choice of choices)
        await returnFromWebpay(webpay.pay(started.token, choice).fields);
      expect(await paymentOf(started.buyOrder)).toEqual(before);
      expect(webpay.requests).toEqual([]);
    }
  });

  test('an abort waits while another process asks about the payment', async () => {
    const { buyOrder, token } = await begin();
    const { id } = await paymentOf(buyOrder);
    const { fields } = webpay.pay(token, 'abort');
    let back: Promise<string> = Promise.resolve('');
    await withLease(leaseOf(id), async () => {
      back = returnFromWebpay(fields);
      await Promise.race([back, setTimeout(300)]);
      expect(await stateOf(buyOrder)).toBe('pending');
    });
    expect(await back).toBe(`/panel/pagos/${buyOrder}`);
  });
});

test.each(handlers)(
  'while the database fails, a return from Webpay shows a person a page and a program JSON (%s)',
  async (method) => {
    const path = '/api/payments/return';
    const back = (accept: string) =>
      method === 'GET'
        ? api(`${path}?token_ws=abc&next=//otro.cl`, { headers: { accept } })
        : api(path, {
            form: { token_ws: 'abc' },
            headers: { accept, 'sec-fetch-site': 'cross-site' },
          });
    captureLog();
    await getDb().write((tx) => tx.run('alter table payments rename to payments_gone'));
    const page = await back('text/html,application/xhtml+xml');
    expect(page.status).toBe(303);
    const location = page.headers.get('location') ?? '';
    const { pathname, searchParams } = new URL(location, 'http://localhost');
    expect(pathname).toBe('/pagar/sin-respuesta');
    const text = await renderPage(OutcomePage, {}, Object.fromEntries(searchParams));
    expect(text).toContain('No pagues otra vez');
    expect(text).toContain('/panel/pagos');
    expect(text.includes(`href="${path}?token_ws=abc"`)).toBe(method === 'GET');
    expect(await (await back('*/*')).json()).toMatchObject({ error: 'internal' });
  },
);
