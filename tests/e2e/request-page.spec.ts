import type { Page } from '@playwright/test';
import { enterAs } from '#tests/e2e/support/advisor.ts';
import { shortSample } from '#tests/e2e/support/answers.ts';
import { type App, expect, test } from '#tests/e2e/support/app.ts';
import { openFold, press } from '#tests/e2e/support/journey.ts';
import { expectAccessible } from '#tests/e2e/support/look.ts';
import { linkIn, sendRequest } from '#tests/e2e/support/mails.ts';
import { choose, tolerated } from '#tests/e2e/support/payments.ts';

test.use({ tolerated });

const mailAbout = (app: App, email: string, subject: RegExp) =>
  app.waitForMail((mail) => [mail.to].flat().includes(email) && subject.test(mail.subject));

/** Sends the advisor's form on the page of a lead. */
async function offer(adminPage: Page, price: string) {
  await openFold(adminPage.getByLabel('Precio en pesos'));
  await adminPage.getByLabel('Precio en pesos').fill(price);
  await adminPage.getByLabel('Emisor').fill('Aseguradora Andes');
  await adminPage
    .getByLabel('Condiciones', { exact: true })
    .fill('Póliza a la vista.\nEn 24 horas.');
  await press(adminPage, adminPage.getByRole('button', { name: 'Enviar condiciones' }));
}

async function expectReceipt(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pago aprobado');
  const receipt = page.getByRole('link', { name: 'Descargar comprobante' });
  const pdf = await page.request.get((await receipt.getAttribute('href')) ?? '');
  expect(pdf.headers()['content-type']).toBe('application/pdf');
}

/** The links of the mails are enough: there is no account anywhere. */
test('an applicant without an account follows a request, accepts its conditions without scripts and pays', async ({
  page,
  app,
  newDevice,
}) => {
  const email = 'sigue@constructora.cl';
  const { number, url: mailed, lead } = await sendRequest(page, app, shortSample(email));
  await page.goto(mailed);
  await expect(page.locator('main')).toContainText(`N.º ${number}`);
  await expect(page.locator('main')).toContainText('La recibimos');
  await expect(page.getByRole('link', { name: /^Pagar/ })).toHaveCount(0);

  const adminPage = await newDevice();
  await enterAs(adminPage, app, 'asesora-sigue@resguardo.cl', lead);
  await offer(adminPage, '45.000');
  await expect(adminPage.locator('#condiciones')).toContainText('Por aceptar');
  await expectAccessible(adminPage, 'lead with conditions');
  const offered = await mailAbout(app, email, /^Condiciones/);
  const url = linkIn(offered, 'comprobante/');
  const phone = await newDevice({ javaScriptEnabled: false });
  await phone.goto(url);
  const conditions = phone.locator('#condiciones');
  await expect(conditions).toContainText('$ 45.000');

  // A press on a stale version accepts nothing and shows the new one.
  await offer(adminPage, '50.000');
  await conditions.getByRole('button', { name: 'Acepto estas condiciones' }).click();
  await expect(phone.getByRole('alert')).toContainText('Tu asesor envió otras condiciones');
  await expect(conditions).toContainText('$ 50.000');
  await page.reload();
  await expectAccessible(page, 'conditions to accept');
  await conditions.getByRole('button', { name: 'Acepto estas condiciones' }).click();
  await expect(conditions).toContainText('Aceptaste estas condiciones el');
  await phone.getByRole('link', { name: 'Pagar $ 50.000', exact: true }).click();
  await phone.getByRole('button', { name: 'Pagar con Webpay' }).click();
  await phone.getByRole('button', { name: 'Ir a pagar' }).click();
  await phone.waitForURL('**/webpayserver/**');
  await choose(phone, 'Aprobar');
  await expectReceipt(phone);
  await page.reload();
  await expect(page.locator('main')).toContainText('Pagado el');
  await expect(page.getByRole('link', { name: /^Pagar/ })).toHaveCount(0);
  await expectAccessible(page, 'conditions that are paid');

  // Another payment is requested separately, and paid with scripts.
  await adminPage.reload();
  await expect(adminPage.locator('#condiciones')).toContainText('aceptadas el');
  await adminPage.locator('summary', { hasText: 'Pedir un pago' }).click();
  await adminPage.getByLabel('Monto en pesos').fill('30.000');
  await adminPage.getByLabel('Concepto').fill('Comisión de tu garantía');
  await press(adminPage, adminPage.getByRole('button', { name: 'Pedir pago' }));
  await expect(adminPage.getByRole('alert').first()).toContainText('Confirma que pides otro pago');
  await adminPage.locator('[name=open]').check();
  await press(adminPage, adminPage.getByRole('button', { name: 'Pedir pago' }));
  const requested = await mailAbout(app, email, /Pago solicitado/);
  // The link is forwarded to who pays, without the page of the request.
  expect(requested.text).not.toContain('/comprobante/');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Falta pagar $ 30.000');
  await expectAccessible(page, 'request to pay');
  await page.getByRole('link', { name: 'Pagar $ 30.000', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Comisión de tu garantía');
  await expectAccessible(page, 'payment as a guest');
  await pay('Rechazar');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pago rechazado');
  await expectAccessible(page, 'payment of a guest, refused');
  await pay('Aprobar', 'Intentar otra vez');
  await expectReceipt(page);
  const paid = await mailAbout(app, email, /Recibimos tu pago/);
  await page.goto(linkIn(paid, 'comprobante/'));
  await expect(page.getByRole('link', { name: /^Pagar/ })).toHaveCount(0);

  async function pay(choice: string, button = 'Pagar con Webpay') {
    await page.getByRole('button', { name: button }).click();
    await page.waitForURL('**/webpayserver/**');
    await choose(page, choice);
  }
});

test('conditions correct a wrong amount, the applicant declines them, and later cancels the request', async ({
  page,
  app,
  newDevice,
}) => {
  const email = 'corrige@constructora.cl';
  const { url, lead } = await sendRequest(page, app, shortSample(email));
  const phone = await newDevice({ javaScriptEnabled: false });
  await phone.goto(url);
  await phone.getByRole('link', { name: '¿Hay un error? Dilo aquí' }).click();
  const message = phone.getByLabel('Tu mensaje');
  if (!(await message.isVisible())) await phone.getByText('Escríbele a tu asesor').last().click();
  await expect(phone.locator('main')).toContainText('lo corrige en las condiciones');
  await message.fill('El monto correcto es $ 540.000.');
  await phone.getByRole('button', { name: 'Enviar mensaje' }).click();
  await expect(phone.locator('main')).toContainText('Recibimos tu mensaje');

  const adminPage = await newDevice();
  await enterAs(adminPage, app, 'asesora-corrige@resguardo.cl', lead);
  await expect(adminPage.locator('#historia')).toContainText('El monto correcto es $ 540.000.');
  await openFold(adminPage.getByLabel('Monto asegurado en pesos'));
  await adminPage.getByLabel('Monto asegurado en pesos').fill('540.000');
  await expectAccessible(adminPage, 'form of conditions with a guarantee');
  await offer(adminPage, '45.000');
  const offered = await mailAbout(app, email, /^Condiciones/);
  expect(offered.text).toMatch(/\$ 540\.000 \(pediste \$ [\d.]+\)/);

  await phone.reload();
  const conditions = phone.locator('#condiciones');
  await expect(conditions).toContainText(/Monto asegurado\s*\$ 540\.000 \(pediste \$ [\d.]+\)/);
  await conditions.getByText('No acepto', { exact: true }).click();
  await conditions.getByLabel('¿Por qué no?').fill('Otra aseguradora cobra menos.');
  await conditions.getByRole('button', { name: 'No acepto estas condiciones' }).click();
  await expect(conditions).toContainText('No aceptaste estas condiciones');
  await adminPage.reload();
  await expect(adminPage.locator('#condiciones')).toContainText('No aceptadas');
  await expect(adminPage.locator('#historia')).toContainText('Otra aseguradora cobra menos.');
  await offer(adminPage, '40.000');

  await page.goto(url);
  await expect(page.locator('#condiciones')).toContainText('$ 540.000');
  await expectAccessible(page, 'conditions of a corrected guarantee');
  await phone.reload();
  await phone.getByText('Anular la solicitud', { exact: true }).click();
  await phone.getByRole('button', { name: 'Sí, anular la solicitud' }).click();
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Anulaste tu solicitud');
  // The page from before accepts nothing any more.
  await page.getByRole('button', { name: 'Acepto estas condiciones' }).click();
  await expect(page.getByRole('alert').first()).toContainText('ya no recibe respuestas');
  await expectAccessible(page, 'cancelled request');
});
