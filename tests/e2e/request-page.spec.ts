import { enterAs } from '#tests/e2e/support/advisor.ts';
import { shortSample } from '#tests/e2e/support/answers.ts';
import { type App, expect, test } from '#tests/e2e/support/app.ts';
import { prepare, press, send } from '#tests/e2e/support/journey.ts';
import { expectAccessible } from '#tests/e2e/support/look.ts';
import { mailsOf } from '#tests/e2e/support/mails.ts';
import { choose, tolerated } from '#tests/e2e/support/payments.ts';

test.use({ tolerated });

const linkIn = (text = '', place = '') =>
  new RegExp(`http\\S+/${place}/\\S+`).exec(text)?.[0] ?? '';
const mailAbout = (app: App, email: string, subject: RegExp) =>
  app.waitForMail((mail) => [mail.to].flat().includes(email) && subject.test(mail.subject));

/**
 * From the form to the payment, by the links of the mails alone: no account anywhere. Without scripts:
 * conditions.spec.ts.
 */
test('a request is followed and paid for without an account', async ({ page, app, newDevice }) => {
  const email = 'sigue@constructora.cl';
  await prepare(page, shortSample(email).answers);
  const number = await send(page);
  const { acknowledgement, internal } = await mailsOf(app, email);
  const [, lead] = /\/admin\/leads\/(\d+)/.exec(internal.text ?? '') ?? [];

  const phone = await newDevice();
  await phone.goto(linkIn(acknowledgement.text, 'comprobante'));
  await expect(phone.locator('main')).toContainText(`N.º ${number}`);
  await expect(phone.locator('main')).toContainText('La recibimos');
  await expect(phone.getByRole('link', { name: /^Pagar/ })).toHaveCount(0);

  const desk = await newDevice();
  await enterAs(desk, app, 'asesora-sigue@resguardo.cl', `/admin/leads/${lead}`);
  await Promise.all([
    desk.waitForURL(/aviso=estado/),
    desk.getByLabel('Estado de la solicitud').selectOption('Aprobada'),
  ]);
  await desk.locator('summary', { hasText: 'Pedir un pago' }).click();
  await desk.getByLabel('Monto en pesos').fill('45.000');
  await desk.getByLabel('Concepto').fill('Comisión de tu garantía');
  await press(desk, desk.getByRole('button', { name: 'Pedir pago' }));

  const asked = await mailAbout(app, email, /Pago solicitado/);
  // It is passed on to who pays: the page of the request stays out of it.
  expect(asked.text).not.toContain('/comprobante/');
  await phone.reload();
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Falta pagar $ 45.000');
  await expectAccessible(phone, 'request to pay');
  await phone.getByRole('link', { name: 'Pagar $ 45.000', exact: true }).click();
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Comisión de tu garantía');
  await expectAccessible(phone, 'payment as a guest');
  await pay('Rechazar');
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Pago rechazado');
  await expectAccessible(phone, 'payment of a guest, refused');
  await pay('Aprobar', 'Intentar otra vez');
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Pago aprobado');
  const receipt = phone.getByRole('link', { name: 'Descargar comprobante' });
  const pdf = await phone.request.get((await receipt.getAttribute('href')) ?? '');
  expect(pdf.headers()['content-type']).toBe('application/pdf');

  const paid = await mailAbout(app, email, /Recibimos tu pago/);
  await phone.goto(linkIn(paid.text, 'comprobante'));
  await expect(phone.locator('main')).toContainText('Pagado el');
  await expect(phone.getByRole('link', { name: /^Pagar/ })).toHaveCount(0);
  await expectAccessible(phone, 'request that is paid');

  async function pay(choice: string, button = 'Pagar con Webpay') {
    await phone.getByRole('button', { name: button }).click();
    await phone.waitForURL('**/webpayserver/**');
    await choose(phone, choice);
  }
});
