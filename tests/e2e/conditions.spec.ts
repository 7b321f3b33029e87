import type { Page } from '@playwright/test';
import { enterAs } from '#tests/e2e/support/advisor.ts';
import { shortSample } from '#tests/e2e/support/answers.ts';
import { expect, test } from '#tests/e2e/support/app.ts';
import { prepare, press, send } from '#tests/e2e/support/journey.ts';
import { expectAccessible } from '#tests/e2e/support/look.ts';
import { mailsOf } from '#tests/e2e/support/mails.ts';
import { choose, tolerated } from '#tests/e2e/support/payments.ts';

test.use({ tolerated });

/** The advisor's form on the page of a lead. */
async function offer(desk: Page, price: string, open = 'Enviar condiciones') {
  await desk.locator('summary', { hasText: open }).click();
  await desk.getByLabel('Precio en pesos').fill(price);
  await desk.getByLabel('Emisor').fill('Aseguradora Andes');
  await desk.getByLabel('Condiciones', { exact: true }).fill('Póliza a la vista.\nEn 24 horas.');
  await press(desk, desk.getByRole('button', { name: 'Enviar condiciones' }));
}

test('conditions are read, accepted and paid on a phone without scripts', async ({
  page,
  app,
  newDevice,
}) => {
  const email = 'condiciones@constructora.cl';
  await prepare(page, shortSample(email).answers);
  await send(page);
  const [, lead] =
    /\/admin\/leads\/(\d+)/.exec((await mailsOf(app, email)).internal.text ?? '') ?? [];
  const desk = await newDevice();
  await enterAs(desk, app, 'asesora-condiciones@resguardo.cl', `/admin/leads/${lead}`);
  await offer(desk, '45.000');
  await expect(desk.locator('#condiciones')).toContainText('Por aceptar');
  await expectAccessible(desk, 'lead with conditions');

  const mail = await app.waitForMail(
    ({ to, subject }) => [to].flat().includes(email) && subject.startsWith('Condiciones'),
  );
  const url = /http\S+\/comprobante\/\S+/.exec(mail.text ?? '')?.[0] ?? '';
  const phone = await newDevice({ javaScriptEnabled: false });
  await phone.goto(url);
  const conditions = phone.locator('#condiciones');
  await expect(conditions).toContainText('$ 45.000');

  // Another version meanwhile: the press on what is stale accepts nothing, and shows the new one.
  await offer(desk, '50.000', 'Enviar otra versión');
  await conditions.getByRole('button', { name: 'Acepto estas condiciones' }).click();
  await expect(phone.getByRole('alert')).toContainText('Tu asesor envió otras condiciones');
  await expect(conditions).toContainText('$ 50.000');
  await page.goto(phone.url());
  await expectAccessible(page, 'conditions to accept');
  await conditions.getByRole('button', { name: 'Acepto estas condiciones' }).click();
  await expect(conditions).toContainText('Aceptaste estas condiciones el');
  await conditions.getByRole('link', { name: 'Pagar $ 50.000' }).click();
  await phone.getByRole('button', { name: 'Pagar con Webpay' }).click();
  await phone.getByRole('button', { name: 'Ir a pagar' }).click();
  await phone.waitForURL('**/webpayserver/**');
  await choose(phone, 'Aprobar');
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Pago aprobado');
  const receipt = phone.getByRole('link', { name: 'Descargar comprobante' });
  const pdf = await phone.request.get((await receipt.getAttribute('href')) ?? '');
  expect(pdf.headers()['content-type']).toBe('application/pdf');

  await phone.goto(url);
  await expect(phone.locator('main')).toContainText('Pagado el');
  await expect(phone.getByRole('link', { name: /^Pagar/ })).toHaveCount(0);
  await page.goto(url);
  await expectAccessible(page, 'conditions that are paid');
  await desk.reload();
  await expect(desk.locator('#condiciones')).toContainText('aceptadas el');
});
