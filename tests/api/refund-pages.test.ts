import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import ConfirmRefundPage from '#app/admin/pagos/[buyOrder]/devolver/page.tsx';
import PaymentPage from '#app/admin/pagos/[buyOrder]/page.tsx';
import PaymentsPage from '#app/admin/pagos/page.tsx';
import { erasePayments } from '#lib/domain/payments/writes/erase-payments.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { paymentRefunds } from '#lib/platform/db/schema/payments.ts';
import { api, cookiesOf } from '#tests/support/call.ts';
import { browseAs, renderPage } from '#tests/support/page-request.ts';
import { refundPayment } from '#tests/support/payment-links.ts';
import {
  finishPayment,
  paymentOf,
  type StartedPayment,
  startPayment,
} from '#tests/support/payments.ts';
import { paymentsForTest } from '#tests/support/payments-for-test.ts';
import { postForm } from '#tests/support/post-form.ts';

const { webpay, world, cookies } = await paymentsForTest();
let paid: StartedPayment;
beforeEach(async () => {
  paid = await startPayment(cookies.payer);
  await finishPayment(webpay, paid, 'approve');
});
const row = () => paymentOf(paid.buyOrder);
const refunds = () => getDb().read.select().from(paymentRefunds).orderBy(paymentRefunds.id);

describe('the pages of a refund', () => {
  const path = () => `/admin/pagos/${paid.buyOrder}`;
  const page = (which: typeof PaymentPage | typeof ConfirmRefundPage, query = {}) => {
    browseAs(cookies.admin);
    return renderPage(which, { buyOrder: paid.buyOrder }, query);
  };
  const moves = (html: string) => html.includes(`action="${path()}/devolver/enviar"`);

  test('show amount, card and payer before the refund is made, and make it once', async () => {
    expect(moves(await page(PaymentPage))).toBe(false);
    const html = await page(ConfirmRefundPage, { amount: '$ 10.000' });
    for (const phrase of ['¿Devolver $ 10.000?', 'Terminada en 6623', 'ana@constructora.cl']) {
      expect(html).toContain(phrase);
    }
    const clave = /name="clave" value="([^"]+)"/.exec(html)?.[1] ?? '';
    expect(html).toContain('name="amount" value="10000"');
    expect(moves(html)).toBe(true);
    for (const _ of ['once', 'again']) {
      const form = { clave, amount: '10000', reason: 'twice', note: 'Con dos tarjetas' };
      const options = { form, cookies: cookies.admin };
      const response = await postForm(`${path()}/devolver/enviar`, options);
      expect(response.headers.get('location')).toBe(`${path()}?aviso=devuelto`);
    }
    expect((await row()).refundedAmount).toBe(10_000);
    expect(await refunds()).toMatchObject([{ reason: 'twice', note: 'Con dos tarjetas' }]);
    const why = 'Pagó dos veces: Con dos tarjetas';
    expect(await page(PaymentPage)).toContain(`devuelto. ${why}`);
    const options = { cookies: cookies.admin };
    expect(await (await api('/api/admin/payments.csv', options)).text()).toContain(`"${why}"`);
    expect(await renderPage(PaymentsPage, {})).toContain(why);
    await getDb().write((tx) => erasePayments(tx, sql`buy_order = ${paid.buyOrder}`, world.now()));
    expect(await refunds()).toMatchObject([{ reason: 'twice', note: null }]);
    world.advance(1);
    await refundPayment(cookies.admin, paid.buyOrder);
    await expect(page(ConfirmRefundPage, { amount: '500' })).rejects.toThrow('NEXT_REDIRECT');
  });

  test.each([
    [{}, 'Elige por qué se devuelve.'],
    [{ reason: 'antojo' }, 'Elige por qué se devuelve.'],
    [{ reason: 'other', note: ' ' }, 'Escribe cuál es el motivo.'],
  ])('require a reason before money moves: %j', async (why, words) => {
    const form = { clave: 'una', amount: '1000', ...why };
    const refused = await postForm(`${path()}/devolver/enviar`, { form, cookies: cookies.admin });
    expect(refused.headers.get('location')).toBe(`${path()}/devolver?error=validation_failed`);
    browseAs({ ...cookies.admin, ...cookiesOf(refused) });
    const query = { error: 'validation_failed' };
    const html = await renderPage(ConfirmRefundPage, { buyOrder: paid.buyOrder }, query);
    expect(html).toContain(words);
    expect(html).toContain('name="amount" value="1000"');
    expect(await refunds()).toEqual([]);
  });

  test.each([
    ['', 'Escribe el monto.'],
    ['UF 1', 'Escribe el monto en pesos'],
    ['12.501', 'Puedes devolver hasta $ 12.500.'],
  ])('refuse the amount %j and say why', async (amount, words) => {
    const html = await page(ConfirmRefundPage, { amount });
    expect(html).toContain(words);
    expect(moves(html)).toBe(false);
  });
});
