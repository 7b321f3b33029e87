import { expect, test } from 'vitest';
import PaymentPage from '#app/admin/pagos/[buyOrder]/page.tsx';
import { MINUTE } from '#lib/platform/process/durations.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { finishPayment, startPayment } from '#tests/support/payments.ts';
import { paymentsForTest } from '#tests/support/payments-for-test.ts';
import { postForm } from '#tests/support/post-form.ts';

const { webpay, world, cookies } = await paymentsForTest({ RATE_LIMITS: 'off' });

test('an advisor sees what an unconfirmed payment waits for, and can ask Webpay at once', async () => {
  const { buyOrder } = await startPayment(cookies.payer).then(async (started) => {
    webpay.fail('commit', 500);
    await finishPayment(webpay, started, 'approve');
    return started;
  });
  const page = async (query = {}) => {
    browseAs(cookies.admin);
    return textOf(await renderPage(PaymentPage, { buyOrder }, query));
  };
  const ask = async () => {
    const options = { form: {}, cookies: cookies.admin };
    const response = await postForm(`/admin/pagos/${buyOrder}/preguntar`, options);
    const to = new URL(response.headers.get('location') ?? '', 'http://x');
    return page(Object.fromEntries(to.searchParams));
  };
  world.advance(2 * MINUTE);
  const text = await page();
  expect(text).toContain('Falta la respuesta de Webpay');
  expect(text).toMatch(/Volvió de Webpay después de pagar.*Desde 20-11-2026, 12:00, hace 2 min/);
  expect(text).toContain('no pidas este pago otra vez');
  expect(text).not.toContain('tu pago');
  webpay.fail('status', 500);
  expect(await ask()).toMatch(
    /Webpay respondió con un error suyo \(20-11-2026, 12:02\)\. No cambió nada\. Volvemos a preguntar: 20-11-2026/,
  );
  webpay.recover();
  const settled = await ask();
  expect(settled).toContain('Webpay lo cobró');
  expect(settled).toContain(
    'Webpay respondió: sí se cobró (20-11-2026, 12:02). El pago pasó de Sin confirmar a Pagado.',
  );
  expect(await ask()).toContain('No preguntamos: Webpay ya había dado el resultado, Pagado.');
  expect(settled).not.toContain('Falta la respuesta de Webpay');
});

test('the page of a payment whose payer never came back says that it closes without a charge', async () => {
  const { buyOrder } = await startPayment(cookies.payer);
  browseAs(cookies.admin);
  const query = { aviso: 'preguntado', respuesta: 'answered', hora: 'x' };
  const text = textOf(await renderPage(PaymentPage, { buyOrder }, query));
  expect(text).toContain('Webpay respondió: todavía no hay resultado. No cambió nada.');
  expect(text).toMatch(/quien paga no ha vuelto.*se cierra sin cargo/);
});
