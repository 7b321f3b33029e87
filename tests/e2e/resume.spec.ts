import type { Page } from '@playwright/test';
import { publicSample } from '#tests/e2e/support/answers.ts';
import { type App, expect, test } from '#tests/e2e/support/app.ts';
import { fillIn, prepare, press, receiptNumber, send, WIZARD } from '#tests/e2e/support/journey.ts';
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
  await prepare(tab, answers);
  await second.goto(`${WIZARD}/revisar`);
  for (const text of shown) await expect(second.locator('main')).toContainText(text);
  const number = await send(second);
  await tab.reload();
  expect(await receiptNumber(tab)).toBe(number);
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Esta solicitud ya se envió');
  await expectAccessible(page, 'sent already');
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
