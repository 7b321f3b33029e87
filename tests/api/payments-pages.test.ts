import { describe, expect, test } from 'vitest';
import { GET as receiptRoute } from '#app/panel/pagos/[orden]/comprobante/route.ts';
import { GET as csvRoute } from '#app/panel/pagos/csv/route.ts';
import PaymentsPage from '#app/panel/pagos/page.tsx';
import { paymentReceiptBytes } from '#lib/domain/payments/receipt.ts';
import { pagePolicy } from '#lib/http/server/page-policy.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { call } from '#tests/support/call.ts';
import { parseCsv } from '#tests/support/csv.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { finishPayment, paymentOf, startPayment } from '#tests/support/payments.ts';
import { paymentsForTest } from '#tests/support/payments-for-test.ts';
import { pdfText } from '#tests/support/pdf-text.ts';
import { postForm } from '#tests/support/post-form.ts';

const { webpay, world, cookies } = await paymentsForTest({ RATE_LIMITS: 'off' });

describe('the receipt of a payment', () => {
  const receiptOf = (orden: string, as = cookies.payer) =>
    call(receiptRoute, `/panel/pagos/${orden}/comprobante`, { cookies: as, params: { orden } });

  test('is a PDF once it is paid, for its owner alone', async () => {
    const paid = await startPayment(cookies.payer);
    expect((await receiptOf(paid.buyOrder)).status).toBe(404);
    await finishPayment(webpay, paid, 'approve');
    const response = await receiptOf(paid.buyOrder);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'private, no-store',
      'content-disposition': expect.stringContaining(`comprobante-pago-${paid.buyOrder}.pdf`),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(pdfText(bytes)).toContain('Pagado por');
    expect(pdfText(bytes)).toContain('Si la necesitas, pídela a asesores@resguardo.localhost');
    expect((await receiptOf(paid.buyOrder, cookies.admin)).status).toBe(404);
    expect((await receiptOf(paid.buyOrder, {})).status).toBe(401);
  });

  test('has the same bytes an hour later', async () => {
    const paid = await startPayment(cookies.payer);
    await finishPayment(webpay, paid, 'approve');
    const first = await paymentReceiptBytes(await paymentOf(paid.buyOrder));
    world.advance(3_600_000);
    const second = await paymentReceiptBytes(await paymentOf(paid.buyOrder));
    expect(second.equals(first)).toBe(true);
  });
});

describe('the form to pay', () => {
  const pay = async (monto: string, detalle = 'Comisión') => {
    const response = await postForm('/pagar/crear', {
      form: { monto, detalle },
      cookies: cookies.payer,
    });
    return response.headers.get('location') ?? '';
  };

  test.each([
    ['500', 500],
    ['$ 45.000', 45_000],
    ['1.500.000', 1_500_000],
    [' 12500 ', 12_500],
  ])('reads %s as %d pesos and leads to the hand-over to Webpay', async (typed, amount) => {
    const location = await pay(typed);
    expect(location).toMatch(/^\/pagar\/ir\/RG-/);
    expect((await paymentOf(location.split('/').at(-1) ?? '')).amount).toBe(amount);
  });

  test.each(['', '499', '-500', '1,5', '500,50', 'mil', '999999999999999999', '1e9'])(
    'refuses the amount "%s"',
    async (typed) => {
      expect(await pay(typed)).toMatch(/^\/pagar\?error=validation_failed/);
    },
  );

  test('needs a description, and a session', async () => {
    expect(await pay('500', '')).toContain('error=validation_failed');
    const refused = await postForm('/pagar/crear', { form: { monto: '500', detalle: 'x' } });
    expect(refused.headers.get('location')).toContain('error=no_session');
  });
});

describe('the list of own payments', () => {
  test('as CSV has the filter of the page, escapes formulas and leaves out other accounts', async () => {
    await finishPayment(
      webpay,
      await startPayment(cookies.payer, { description: '=1+1' }),
      'approve',
    );
    await startPayment(cookies.payer, { description: 'En curso' });
    const eva = await makeUser({ email: 'eva@otra.cl' });
    await finishPayment(
      webpay,
      await startPayment(eva.cookies, { description: 'Ajeno' }),
      'approve',
    );
    const rowsOf = async (query = '') => {
      const response = await call(csvRoute, `/panel/pagos/csv${query}`, { cookies: cookies.payer });
      return parseCsv((await response.text()).replace(/^\uFEFF/, ''));
    };
    const [head = [], ...rows] = await rowsOf();
    expect(rows.map(([description]) => description)).toEqual(['En curso', "'=1+1"]);
    const [paid = []] = (await rowsOf('?estado=pagados')).slice(1);
    expect(Object.fromEntries(head.map((name, at) => [name, paid[at]]))).toMatchObject({
      ...{ Concepto: "'=1+1", Monto: '12500', Devuelto: '0', Neto: '12500', Estado: 'Pagado' },
      ...{ Tarjeta: '6623', Cobrado: expect.stringMatching(/^\d{2}-\d{2}-\d{4}, /) },
    });
    expect(await rowsOf('?estado=devueltos')).toHaveLength(1);
    expect((await call(csvRoute, '/panel/pagos/csv')).status).toBe(401);
    browseAs(cookies.payer);
    expect(await renderPage(PaymentsPage, {}, { estado: 'pagados' })).toContain(
      'href="/panel/pagos/csv?estado=pagados',
    );
  });

  test('comes twenty a page, with each payment once although another is made meanwhile', async () => {
    for (let n = 1; n <= 21; n++) await startPayment(cookies.payer, { description: `Pago ${n}.` });
    browseAs(cookies.payer);
    const first = await renderPage(PaymentsPage, {});
    expect(textOf(first)).not.toContain('Pago 1.');
    await startPayment(cookies.payer, { description: 'Otro' });
    const antes = /\?antes=(\d+)/.exec(first)?.[1] ?? '';
    const second = textOf(await renderPage(PaymentsPage, {}, { antes }));
    expect(second).toContain('Pago 1.');
    expect(second).not.toContain('Pago 2.');
  });
});

describe('the content security policy of a page', () => {
  const formActions = (path: string) => /form-action ([^;]+)/.exec(pagePolicy('n', path))?.[1];

  test('lets a form go to Webpay only from the hand-over page', async () => {
    expect(formActions('/pagar/ir/RG-1')).toBe(`'self' ${webpay.url}`);
    for (const path of ['/', '/pagar', '/pagar/x/ir/', '/panel/pagos/RG-1', '/admin/pagos']) {
      expect(formActions(path)).toBe("'self'");
    }
    await world.reopen();
    expect(formActions('/pagar/ir/RG-1')).toBe(
      "'self' https://webpay3gint.transbank.cl https://*.transbank.cl",
    );
  });
});
