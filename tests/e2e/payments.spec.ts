import {
  codeFor,
  fillInRegistration,
  natural,
  signIn,
  verify,
} from '#tests/e2e/support/account.ts';
import { enterAs } from '#tests/e2e/support/advisor.ts';
import { expect, test } from '#tests/e2e/support/app.ts';
import { press, ready } from '#tests/e2e/support/journey.ts';
import { expectAccessible } from '#tests/e2e/support/look.ts';
import { expectPdfToSay, linkIn } from '#tests/e2e/support/mails.ts';
import { choose, goToWebpay, tolerated } from '#tests/e2e/support/payments.ts';

test.use({ tolerated });

test('a person pays, and finds the receipt on the page, in the list and in a mail', async ({
  page,
  app,
}) => {
  const person = natural('paga@constructora.cl');
  await signIn(page, app, person);
  await page.goto('/pagar');
  await expectAccessible(page, 'pay');
  await goToWebpay(page);
  await choose(page, 'Aprobar');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pago aprobado');
  await expect(page.getByText('$ 45.000').first()).toBeVisible();
  await expect(page.getByText('Terminada en 6623')).toBeVisible();
  await ready(page);
  await expectAccessible(page, 'paid');

  const link = page.getByRole('link', { name: 'Descargar comprobante' });
  const pdf = await page.request.get((await link.getAttribute('href')) ?? '');
  expect(pdf.headers()['content-type']).toBe('application/pdf');
  await expectPdfToSay(await pdf.body(), '$ 45.000');
  const mail = await app.waitForMail(({ to, subject }) =>
    Boolean(to.includes(person.email) && /Recibimos tu pago/.test(subject)),
  );
  expect(mail.attachments?.[0]?.filename).toMatch(/^comprobante-pago-RG-.*\.pdf$/);

  await page.goto('/panel/pagos');
  await expect(page.getByText('Pagado', { exact: true })).toBeVisible();
  await expectAccessible(page, 'list of payments');
  expect([...app.webpay.transactions.values()].map(({ charges }) => charges)).toContain(1);

  // The address is enough to see that the request is paid, and nothing else.
  await page.getByRole('cell').getByRole('link').first().click();
  const address = page.url();
  await page.context().clearCookies();
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pago aprobado');
  await expect(page.getByText('$ 45.000')).toHaveCount(0);
  await expect(page.getByText('6623')).toHaveCount(0);
  await expectAccessible(page, 'paid, without a session');
  await page.getByRole('link', { name: 'Ver el detalle' }).click();
  await expect(page).toHaveURL(/\/login\?next=/);
});

test('an invalid, failed, cancelled or expired payment is explained, and the typed values are kept', async ({
  page,
  app,
}) => {
  await signIn(page, app, natural('otra-vez@constructora.cl'));
  const refused = page.locator('main').getByRole('alert');
  const submit = page.getByRole('button', { name: 'Continuar a Webpay' });
  await page.goto('/pagar');
  await page.getByLabel('Monto en pesos').fill('499');
  await page.getByLabel('Concepto').fill('Mi comisión');
  await press(page, submit);
  await expect(refused).toContainText('El monto mínimo es $ 500');
  await expect(page.getByLabel('Concepto')).toHaveValue('Mi comisión');
  await expectAccessible(page, 'wrong amount');
  app.webpay.fail('create', 500);
  await page.getByLabel('Monto en pesos').fill('12.500');
  await press(page, submit);
  await expect(refused).toContainText('no te cobró nada');

  // The back button from Webpay does not submit the form to Webpay again.
  await goToWebpay(page, '12.500');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vamos a Webpay');
  await ready(page);
  await expectAccessible(page, 'hand-over');
  await page.getByRole('button', { name: 'Ir a pagar' }).click();
  await choose(page, 'Anular');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anulaste el pago');
  await expect(page.getByText('No se hizo ningún cargo')).toBeVisible();
  await ready(page);
  await expectAccessible(page, 'canceled');
  await press(page, page.getByRole('link', { name: 'Intentar otra vez' }).first());
  await expect(page.getByLabel('Monto en pesos')).toHaveValue('12.500');
  await goToWebpay(page, '12.500');
  await choose(page, 'Dejar vencer');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Se acabó el tiempo para pagar');
  await page.goto('/panel/pagos');
  await page.getByRole('cell').getByRole('link').first().click();
  await press(page, page.getByRole('link', { name: 'Intentar otra vez' }));
  await expect(page.getByLabel('Monto en pesos')).toHaveValue('12.500');
});

test('a page says that Webpay has not confirmed a payment, and updates itself once it has', async ({
  page,
  app,
}) => {
  await signIn(page, app, natural('espera@constructora.cl'));
  await goToWebpay(page);
  app.webpay.fail('commit', 500);
  app.webpay.fail('status', 500);
  await choose(page, 'Aprobar');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Estamos confirmando tu pago');
  await ready(page);
  await expectAccessible(page, 'not confirmed');
  const token = [...app.webpay.transactions.keys()].at(-1) ?? '';
  const path = `${app.url}/api/payments/return?token_ws=${token}`;
  await fetch(path, { redirect: 'manual' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pago aprobado');
});

test('an advisor requests a payment, the payer pays it by the link, and the advisor refunds a part', async ({
  page,
  app,
  newDevice,
}) => {
  await enterAs(page, app, 'asesora-pagos@resguardo.cl', '/admin/pagos');
  await page.getByLabel('Monto en pesos').fill('30.000');
  await page.getByLabel('Concepto').fill('Comisión de la solicitud 12');
  await page.getByLabel('Correo de quien paga').fill('pagador@constructora.cl');
  await press(page, page.getByRole('button', { name: 'Pedir pago' }));
  await expect(page.getByRole('status')).toContainText('el enlace va en camino');
  await expectAccessible(page, 'payments of all');
  const mail = await app.waitForMail(({ to }) => to.includes('pagador@constructora.cl'));
  const link = linkIn(mail, 'pagar/');

  const other = await newDevice();
  const payer = natural('pagador@constructora.cl');
  await other.goto(`/register?next=${new URL(link).pathname}`);
  await fillInRegistration(other, payer);
  await press(other, other.getByRole('button', { name: 'Crear cuenta', exact: true }));
  await verify(other, await codeFor(app, payer.email));
  await expect(other).toHaveURL(link);
  await expectAccessible(other, 'asked for');
  await other.goto('/panel/pagos');
  await expect(other.locator('main')).toContainText('Por pagar');
  await expectAccessible(other, 'to be paid');
  await press(other, other.getByRole('link', { name: /^Pagar \$ 30\.000/ }));
  await other.getByRole('button', { name: 'Pagar con Webpay' }).click();
  await other.waitForURL('**/webpayserver/**');
  await choose(other, 'Aprobar');
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Pago aprobado');
  await other.goto(link);
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Ya está pagado');

  await page.goto('/admin/pagos');
  await press(page, page.getByRole('cell').getByRole('link').first());
  await page.getByLabel('Monto a devolver').fill('10.000');
  await press(page, page.getByRole('button', { name: 'Revisar la devolución' }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('¿Devolver $ 10.000?');
  await expect(page.locator('main')).toContainText('Terminada en 6623');
  await expectAccessible(page, 'refund to confirm');
  await page.getByLabel('¿Por qué se devuelve?').selectOption({ index: 1 });
  await press(page, page.getByRole('button', { name: 'Devolver $ 10.000' }));
  await expect(page.getByRole('status')).toContainText('Webpay aceptó la devolución');
  await expect(page.getByText('$ 10.000: devuelto')).toBeVisible();
  await expectAccessible(page, 'payment of an advisor');
  await app.waitForMail(
    ({ to, subject }) => to.includes('pagador@constructora.cl') && /parte de tu pago/.test(subject),
  );
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a person pays, and the page of an unconfirmed payment reloads itself', async ({
    page,
    app,
  }) => {
    await signIn(page, app, natural('sinjs@constructora.cl'));
    await page.goto('/pagar');
    await page.getByLabel('Monto en pesos').fill('5.000');
    await page.getByLabel('Concepto').fill('Mi comisión');
    await page.getByRole('button', { name: 'Continuar a Webpay' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vamos a Webpay');
    await page.getByRole('button', { name: 'Ir a pagar' }).click();
    app.webpay.fail('commit', 500);
    app.webpay.fail('status', 500);
    await choose(page, 'Aprobar');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Estamos confirmando tu pago');
    await page.waitForURL('**?v=1');
    const token = [...app.webpay.transactions.keys()].at(-1) ?? '';
    await page.goto(`/api/payments/return?token_ws=${token}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pago aprobado');
  });
});
