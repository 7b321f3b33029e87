import type { Page } from '@playwright/test';
import { publicSample, shortSample } from '#tests/e2e/support/answers.ts';
import { type App, expect, test } from '#tests/e2e/support/app.ts';
import {
  fillIn,
  goOn,
  prepare,
  press,
  receiptNumber,
  send,
  WIZARD,
  walk,
} from '#tests/e2e/support/journey.ts';
import { expectAccessible } from '#tests/e2e/support/look.ts';

test('a mailed link opens the request on another device, with every answer', async ({
  page,
  app,
  newDevice,
}) => {
  const { email, answers, shown } = publicSample('otro-equipo@constructora.cl');
  await prepare(page, answers, 'direccion');
  const link = await mailLink(page, app, email);

  const second = await newDevice({ viewport: { width: 1280, height: 800 } });
  await second.goto(link);
  await expect(second.getByRole('heading', { level: 1 })).toHaveText(
    '¿Seguir con esta solicitud aquí?',
  );
  await expectAccessible(second, 'go on here?');
  await second.getByRole('button', { name: 'Seguir aquí' }).dblclick();
  await expect(second).toHaveURL(`${WIZARD}/direccion`);
  await second.goBack();
  if (second.url().includes('retomar')) await openHere(second);
  await expect(second).toHaveURL(`${WIZARD}/direccion`);

  // Where it was begun it is closed: what is typed there is another request, and the page says so.
  await page.goto(`${WIZARD}/direccion`);
  await expect(page).toHaveURL(`${WIZARD}/tipo`);
  await expect(page.locator('main')).toContainText('Tu solicitud sigue en otro dispositivo');
  await expectAccessible(page, 'it goes on elsewhere');
  await expect(page.locator('main')).not.toContainText('Ana Muñoz');

  // Another tab of the second device, and its link again, are the same request.
  const tab = await second.context().newPage();
  await tab.goto(link);
  await expect(tab).toHaveURL(`${WIZARD}/direccion`);
  await walk(tab, answers.slice(answers.findIndex(({ step }) => step === 'direccion')));
  await second.goto(`${WIZARD}/revisar`);
  for (const text of shown) await expect(second.locator('main')).toContainText(text);
  const number = await send(second);
  await tab.reload();
  expect(await receiptNumber(tab)).toBe(number);
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Esta solicitud ya se envió');
  await expectAccessible(page, 'sent already');
});

test('a link never replaces another request without saying so', async ({
  page,
  app,
  newDevice,
}) => {
  const { email, answers } = shortSample('reemplazo@constructora.cl');
  await prepare(page, answers, 'empresa');
  const link = await mailLink(page, app, email);

  const second = await newDevice();
  await second.goto(`${WIZARD}/tipo`);
  await fillIn(second, { step: 'tipo', fields: { sistemaLicitacion: 'privados' } });
  await goOn(second);
  await second.goto(link);
  await expect(second.locator('main')).toContainText('hay otra solicitud sin enviar');
  await openHere(second);
  await expect(second).toHaveURL(`${WIZARD}/empresa`);
});

test('a wrong link says what to do instead', async ({ page }) => {
  await page.goto(`${WIZARD}/retomar/no-es-un-enlace`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Este enlace ya no sirve');
  await page.getByRole('main').getByRole('link', { name: 'Pedir una garantía' }).click();
  await expect(page).toHaveURL(`${WIZARD}/tipo`);
});

test('the address for the link is checked before anything is mailed', async ({ page, app }) => {
  await prepare(page, shortSample('').answers, 'contacto');
  await press(page, page.getByRole('link', { name: 'Seguir después' }));
  const links = () => app.mailbox().filter(({ text }) => text?.includes('/retomar/'));
  const before = links().length;
  await fillIn(page, { step: 'contacto', fields: { email: 'ana@' } });
  await press(page, page.getByRole('button', { name: 'Enviarme el enlace' }));
  await expect(page.getByLabel('Correo')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('main')).toContainText('nombre@empresa.cl');
  expect(links()).toHaveLength(before);
});

/** Asks for the link from the page that is open; returns what the mail links to. */
async function mailLink(page: Page, app: App, email: string): Promise<string> {
  await press(page, page.getByRole('link', { name: 'Seguir después' }));
  await fillIn(page, { step: 'contacto', fields: { email } });
  await press(page, page.getByRole('button', { name: 'Enviarme el enlace' }));
  await expect(page.getByRole('status')).toContainText('Enlace en camino');
  const mail = await app.waitForMail(({ to }) => [to].flat().includes(email));
  const link = mail.text?.match(/http\S+\/retomar\/\S+/)?.[0] ?? '';
  expect(mail.html).toContain(link);
  return link;
}

/** Confirms, and goes on from the page that asks whether to. */
async function openHere(page: Page): Promise<void> {
  await press(page, page.getByRole('button', { name: 'Seguir aquí' }));
}
