import { beforeEach, describe, expect, test } from 'vitest';
import ConfirmRefundPage from '#app/admin/pagos/[orden]/devolver/page.tsx';
import PaymentPage from '#app/admin/pagos/[orden]/page.tsx';
import { getDb } from '#lib/platform/db/client.ts';
import { paymentRefunds } from '#lib/platform/db/schema/payments.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { askAs, show } from '#tests/support/page-request.ts';
import { finish, logInPayer, paymentOf, type Started, start } from '#tests/support/payments.ts';
import { postForm } from '#tests/support/post-form.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { worldForTest } from '#tests/support/world.ts';

const webpay = await startWebpay();
worldForTest(webpay.variables);
let admin: Record<string, string>;
let paid: Started;
beforeEach(async () => {
  const payer = await logInPayer(webpay);
  admin = (await makeAdvisor('jefa@resguardo.cl')).cookies;
  askAs(admin);
  paid = await start(payer);
  await finish(webpay, paid, 'approve');
});

const showPaid = (page: typeof PaymentPage, query = {}) =>
  show(page, { orden: paid.buyOrder }, query);
const moves = (html: string) => html.includes(`action="/f/admin/pagos/${paid.buyOrder}/devolver"`);

describe('a refund', () => {
  test('is not one press away on the page of its payment', async () => {
    expect(moves(await showPaid(PaymentPage))).toBe(false);
  });

  test('is repeated before it is made: how much, to which card, to whom', async () => {
    const html = await showPaid(ConfirmRefundPage, { amount: '$ 10.000' });
    for (const told of ['¿Devolver $ 10.000?', 'Terminada en 6623', 'ana@constructora.cl']) {
      expect(html).toContain(told);
    }
    const key = /name="clave" value="([^"]+)"/.exec(html)?.[1] ?? '';
    expect(html).toContain('name="amount" value="10000"');
    expect(moves(html)).toBe(true);
    const path = `/admin/pagos/${paid.buyOrder}/devolver`;
    const form = { clave: key, amount: '10000' };
    for (const _ of ['once', 'again']) {
      const made = await postForm(path, { form, cookies: admin });
      expect(made.headers.get('location')).toBe(`/admin/pagos/${paid.buyOrder}?aviso=devuelto`);
    }
    expect(await getDb().read.select().from(paymentRefunds)).toHaveLength(1);
    expect(await paymentOf(paid.buyOrder)).toMatchObject({ refundedAmount: 10_000 });
  });

  test.each([
    ['', 'Escribe el monto.'],
    ['UF 1', 'Escribe el monto en pesos'],
    ['12.501', 'Puedes devolver hasta $ 12.500.'],
  ])('of %j is asked for again', async (amount, words) => {
    const html = await showPaid(ConfirmRefundPage, { amount });
    expect(html).toContain(words);
    expect(moves(html)).toBe(false);
  });

  test('of what was given back leads to its payment', async () => {
    const form = { clave: 'x'.repeat(22), amount: '12500' };
    await postForm(`/admin/pagos/${paid.buyOrder}/devolver`, { form, cookies: admin });
    await expect(showPaid(ConfirmRefundPage, { amount: '500' })).rejects.toThrow('NEXT_REDIRECT');
  });
});
