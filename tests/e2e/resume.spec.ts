import type { Page } from '@playwright/test';
import { privateSample } from '#tests/e2e/support/answers.ts';
import { expect, test } from '#tests/e2e/support/app.ts';
import {
  atStep,
  fillIn,
  goOn,
  press,
  receiptNumber,
  send,
  WIZARD,
  walk,
} from '#tests/e2e/support/journey.ts';
import { expectAccessible } from '#tests/e2e/support/look.ts';
import { linkIn, mailsOf } from '#tests/e2e/support/mails.ts';

// The test opens pages that do not exist.
test.use({ tolerated: /Failed to load resource/ });

/** Checks the visible page on a phone and on a computer. */
const check = (page: Page, action: string) => expectAccessible(page, action, [1280]);
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('a private request continues on another device by a mailed link, and is sent once', async ({
  page,
  app,
  newDevice,
}) => {
  const { email, answers, shown } = privateSample('otro-equipo@constructora.cl');
  const onArrival = async (at: Page, { step }: { step: string }) => {
    if (!step.startsWith('garantia')) await check(at, `${step}, private`);
  };
  await page.goto(`${WIZARD}/tipo`);
  await walk(page, answers, { onArrival, until: 'mandante' });
  await page.goto(WIZARD);
  await expect(heading(page)).toHaveText('Tienes un borrador');
  await check(page, 'go on or begin another');
  await press(page, page.getByRole('link', { name: 'Continuar' }));
  await expect(page).toHaveURL(/\/mandante\?borrador=/);
  const left = page.url();

  await press(page, page.getByRole('button', { name: 'Seguir después' }));
  await check(page, 'continue later');
  await fillIn(page, { step: 'contacto', fields: { email: 'ana@' } });
  await press(page, page.getByRole('button', { name: 'Enviarme el enlace' }));
  await expect(page.getByLabel('Correo')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('main')).toContainText('nombre@empresa.cl');
  await expectAccessible(page, 'continue later, refused');
  await fillIn(page, { step: 'contacto', fields: { email } });
  await press(page, page.getByRole('button', { name: 'Enviarme el enlace' }));
  await expect(page.getByRole('status')).toContainText('Enlace en camino');
  await check(page, 'link on its way');
  const mail = await app.waitForMail(({ to }) => [to].flat().includes(email));
  const link = linkIn(mail, 'retomar/');
  expect(mail.html).toContain(link);

  const second = await newDevice();
  await second.goto(`${WIZARD}/tipo`);
  await fillIn(second, { step: 'tipo', fields: { sistemaLicitacion: 'privados' } });
  await goOn(second);
  await second.goto(link);
  await expect(heading(second)).toHaveText('¿Seguir con esta solicitud aquí?');
  await expect(second.locator('main')).toContainText('hay otra solicitud sin enviar');
  await check(second, 'go on here?');
  const openHere = second.getByRole('button', { name: 'Seguir aquí' });
  await openHere.dblclick();
  await expect(second).toHaveURL(/\/mandante(\?borrador=|$)/);
  await second.goBack();
  if (second.url().includes('retomar')) await press(second, openHere);
  await expect(second).toHaveURL(/\/mandante(\?borrador=|$)/);

  // The first device has the draft closed: text typed there begins another request, and the page
  // says so.
  await page.goto(left);
  await expect(page).toHaveURL(atStep('tipo'));
  await expect(page.locator('main')).toContainText('Tu solicitud sigue en otro dispositivo');
  await expectAccessible(page, 'it goes on elsewhere');
  await expect(page.locator('main')).not.toContainText('Pedro Soto');

  // Another tab of the second device, opened by the same link, shows the same request.
  const tab = await second.context().newPage();
  await tab.goto(link);
  await walk(tab, answers.slice(answers.findIndex(({ step }) => step === 'mandante')), {
    onArrival,
  });
  await tab.waitForURL(atStep('revisar'));
  await second.goto(tab.url());
  for (const text of shown) await expect(second.locator('main')).toContainText(text);
  await check(second, 'revisar, private');
  const number = await send(second);
  for (const text of shown) await expect(second.locator('main')).toContainText(text);
  const { internal } = await mailsOf(app, email);
  for (const text of shown) expect(internal.text).toContain(text);
  await tab.reload();
  expect(await receiptNumber(tab)).toBe(number);
  await page.goto(link);
  await expect(heading(page)).toHaveText('Esta solicitud ya se envió');
  await expectAccessible(page, 'sent already');

  await second.goto(`${WIZARD}/retomar/nada`);
  await expect(heading(second)).toHaveText('Este enlace ya no sirve');
  await check(second, 'wrong link');
  await second.getByRole('main').getByRole('link', { name: 'Pedir una garantía' }).click();
  // A browser with drafts begins with their list.
  await expect(second).toHaveURL(new RegExp(`${WIZARD}(/tipo)?$`));
  await second.goto(`${WIZARD}/tipo?vista=otra&error=rate_limited&aviso=en-otro`);
  await check(second, 'notices');
  for (const path of ['/privacidad', '/no-existe', '/comprobante/nada', `${WIZARD}/nada`]) {
    await second.goto(path);
    await check(second, path);
  }
});
