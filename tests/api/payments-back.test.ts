import { expect, test } from 'vitest';
import RequestedPaymentPage from '#app/pagar/[token]/page.tsx';
import { cookiesOf } from '#tests/support/call.ts';
import { browseAs, renderPage } from '#tests/support/page-request.ts';
import { requestPayment } from '#tests/support/payment-links.ts';
import { paymentsForTest } from '#tests/support/payments-for-test.ts';
import { postForm } from '#tests/support/post-form.ts';

const { cookies } = await paymentsForTest({ RATE_LIMITS: 'off' });
const page = (token: string, query: Record<string, string>) =>
  renderPage(RequestedPaymentPage, { token }, query);

test('the back button shows no error of an address that was corrected since', async () => {
  const link = await requestPayment(cookies.admin);
  const path = `/pagar/${link}/crear`;
  const refused = cookiesOf(await postForm(path, { form: { correo: 'contador' } }));
  browseAs(refused);
  expect(await page(link, { error: 'validation_failed' })).toContain('Revisa estos datos');
  const form = { correo: 'contador@holding.cl' };
  browseAs(cookiesOf(await postForm(path, { form, cookies: refused })));
  const again = await page(link, { error: 'validation_failed' });
  expect(again).not.toMatch(/Hay datos por revisar|Revisa estos datos/);
  expect(again).toContain('Pagar con Webpay');
});
