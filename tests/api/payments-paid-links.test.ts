import { expect, test } from 'vitest';
import RequestedPaymentPage from '#app/pagar/[token]/page.tsx';
import HandOverPage from '#app/pagar/ir/[orden]/page.tsx';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { payAsGuest, requestPayment } from '#tests/support/payment-links.ts';
import { finishPayment, startLinkPayment } from '#tests/support/payments.ts';
import { paymentsForTest } from '#tests/support/payments-for-test.ts';

const { webpay, cookies } = await paymentsForTest();

test('a link that an account paid does not mention the mailed receipt that a guest gets', async () => {
  const first = await requestPayment(cookies.admin);
  await finishPayment(webpay, await startLinkPayment(cookies.payer, first), 'approve');
  const second = await requestPayment(cookies.admin, { amount: 9000 });
  await payAsGuest(webpay, second);
  browseAs({});
  const page = async (token: string) => textOf(await renderPage(RequestedPaymentPage, { token }));
  expect(await page(first)).toContain('Ya está pagado Gracias.');
  expect(await page(first)).not.toContain('llegan por correo a');
  expect(await page(second)).toContain('llegan por correo a');
});

test('the hand-over page does not send a guest who paid to Webpay again', async () => {
  const enlace = await requestPayment(cookies.admin);
  const { buyOrder: orden } = await payAsGuest(webpay, enlace);
  browseAs({});
  await expect(renderPage(HandOverPage, { orden }, { enlace })).rejects.toThrow('NEXT_REDIRECT');
});
