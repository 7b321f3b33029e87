import type { Page } from '@playwright/test';
import { natural, signIn } from '#tests/e2e/support/account.ts';
import { expect, test } from '#tests/e2e/support/app.ts';
import { errorSummary, openFold, press, ready } from '#tests/e2e/support/journey.ts';
import { expectAccessible } from '#tests/e2e/support/look.ts';
import { countMails, linkIn, mailsOf } from '#tests/e2e/support/mails.ts';

const message = 'Nos adjudicamos una obra.\nNecesitamos la garantía <b>pronto</b>.';

async function fill(page: Page, email: string): Promise<void> {
  await page.getByLabel('Nombre').fill('Ana Muñoz');
  await page.getByLabel('Correo').fill(email);
  await openFold(page.locator('[name=mensaje]'));
  await page.locator('[name=mensaje]').fill(message);
  await page.locator('[name=acepta_politicas]').check();
}

test('a visitor asks for advice and gets the receipt, a mail and a link to book an hour', async ({
  page,
  app,
}) => {
  const email = 'asesor@constructora.cl';
  const heading = 'Recibimos tu solicitud de asesoría';
  const submit = page.getByRole('button', { name: 'Pedir asesoría' });
  await page.goto('/asesor');
  await ready(page);
  await expectAccessible(page, 'form for advice');
  await press(page, submit);
  await expect(page).toHaveTitle(/^Error: /);
  await expect(errorSummary(page)).toBeFocused();
  await expectAccessible(page, 'form for advice, refused');

  await fill(page, 'ana@');
  await press(page, submit);
  await expect(errorSummary(page).getByRole('link')).toHaveCount(1);
  await expect(page.getByLabel('Nombre')).toHaveValue('Ana Muñoz');
  await expect(page.locator('[name=mensaje]')).toHaveValue(message);
  await expect(page.locator('[name=acepta_politicas]')).toBeChecked();

  await page.getByLabel('Correo').fill(email);
  await submit.dblclick();
  await page.waitForURL(/\/recibido\//);
  await ready(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  await expect(page.locator('main')).toContainText(email);
  await expectAccessible(page, 'form for advice, received');

  const { internal, acknowledgement } = await mailsOf(app, email);
  expect(acknowledgement.subject).toBe(heading);
  expect(internal.subject).toContain('Ana Muñoz');
  expect(internal.text).toContain('Nos adjudicamos una obra.');
  expect(internal.html).toContain('&lt;b&gt;pronto&lt;/b&gt;');
  expect(countMails(app, email)).toBe(2);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);

  const booking = page.getByRole('link', { name: 'Elige tu hora' });
  const url = new URL((await booking.getAttribute('href')) ?? '');
  expect(url.origin).toBe('https://cal.com');
  expect(url.searchParams.get('email')).toBe(email);
  expect(url.searchParams.get('metadata[leadRef]')).toMatch(/^\d+\.[\w-]{43}$/);
  await expect(page.locator('main')).toContainText('Se abre nuestra agenda');
  // The mail has the same link, without the name, which anybody may have typed.
  expect(acknowledgement.text).toContain('https://cal.com/resguardo/asesoria?email=');
  expect(acknowledgement.text).toMatch(/N\.º\s\d+/);
  await page.goto(linkIn(acknowledgement, 'recibido/'));
  await expect(booking).toHaveAttribute('href', url.href);
});

test('the contact form is filled in for a person who is logged in, and is sent', async ({
  page,
  app,
}) => {
  await signIn(page, app, natural('con-cuenta@constructora.cl'));
  const email = 'contacto@constructora.cl';
  const heading = 'Recibimos tu mensaje';
  await page.goto('/contacto');
  await expect(page.getByLabel('Correo')).toHaveValue('con-cuenta@constructora.cl');
  await expectAccessible(page, '/contacto');
  await fill(page, email);
  await press(page, page.getByRole('button', { name: 'Enviar mensaje' }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  await expect(page.getByRole('link', { name: 'Elige tu hora' })).toHaveCount(0);
  expect((await mailsOf(app, email)).acknowledgement.subject).toBe(heading);
  await page.goto('/contacto?error=rate_limited');
  await ready(page);
  const notice = page.locator('main').getByRole('alert');
  await expect(notice).toContainText('Hubo muchos intentos');
  await expectAccessible(page, '/contacto, limited');
});

test('the site links to its contact pages, and the calculator answers as the law says', async ({
  page,
}) => {
  await page.goto('/');
  const footer = page.getByRole('navigation', { name: 'Pie de página' });
  for (const path of ['/contacto', '/asesor', '/experto']) {
    await expect(footer.locator(`a[href="${path}"]`)).toBeVisible();
  }
  await page.getByText('¿Qué garantía me van a pedir?').click();
  await page.locator('main').getByRole('link', { name: 'guía para contratistas' }).click();
  await expect(page).toHaveURL('/experto#calculadora');

  const calculator = page.locator('#calculadora');
  const calculate = async () => {
    await page.getByRole('button', { name: 'Ver qué me van a pedir' }).click();
    await page.waitForURL(/#respuesta$/);
  };
  await calculate();
  await expect(calculator.getByRole('alert')).toContainText('Elige el tipo de licitación');

  await page.getByLabel('Tipo de licitación').selectOption('LE');
  await calculate();
  await expect(calculator).toContainText('Solo con fundamento');
  await expect(calculator).toContainText('No corresponde');

  await page.getByLabel('Tipo de licitación').selectOption('');
  await page.getByLabel('Monto de la licitación').fill('400.000.000');
  await calculate();
  await expect(calculator).toContainText('Sin el valor de la UTM');
  await expect(page.getByLabel('Monto de la licitación')).toHaveValue('400.000.000');

  await page.getByLabel('Valor de la UTM').fill('70.000');
  await page.getByLabel('Contratan un servicio').check();
  await calculate();
  await expect(calculator).toContainText('Exigida por ley');
  await expect(calculator).toContainText('$ 20.000.000');
  await expect(calculator).toContainText('$ 12.000.000');
  await expect(calculator).toContainText('60 días hábiles');
  await expect(calculator).toContainText('Es una guía');
  await expectAccessible(page, 'the calculator, answered');

  await page.getByLabel('Tipo de licitación').selectOption('LE');
  await calculate();
  await expect(calculator).toContainText('no calza con el tipo LE');
});
