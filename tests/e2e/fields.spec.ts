import { shortSample } from '#tests/e2e/support/answers.ts';
import { expect, test } from '#tests/e2e/support/app.ts';
import { addressIn, errorSummary, goOn, openFold, prepare } from '#tests/e2e/support/journey.ts';
import { expectAccessible } from '#tests/e2e/support/look.ts';

const { answers } = shortSample('campos@ejemplo.cl');

test('an error at a field left by a press appears only after the time of a double click', async ({
  page,
}) => {
  await prepare(page, answers, 'empresa');
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByLabel('RUT').fill('76.123.456-1');
  await page.getByRole('heading', { level: 1 }).click();
  await page.clock.runFor(499);
  await expect(page.getByRole('status')).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(page.getByRole('status')).toHaveText(/dígito verificador no coincide/);
});

test('a RUT is formatted or refused on leaving its field, and region and comuna follow each other', async ({
  page,
}) => {
  await prepare(page, answers, 'empresa');
  const rut = page.getByLabel('RUT');
  await rut.fill('761234560');
  await rut.blur();
  await expect(rut).toHaveValue('76.123.456-0');
  await rut.fill('76.123.456-1');
  await rut.blur();
  await expect(rut).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('status')).toHaveText(/dígito verificador no coincide/);
  await expect(rut).toHaveAccessibleDescription(/dígito verificador no coincide/);
  await rut.fill('10.000.013-k');
  await rut.blur();
  await expect(rut).toHaveValue('10.000.013-K');
  await expect(rut).not.toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('dígito verificador no coincide')).toHaveCount(0);

  await openFold(page.getByLabel('Comuna'));
  const comuna = page.getByLabel('Comuna');
  await comuna.selectOption('Arica');
  await expect(page.getByLabel('Región')).toHaveValue('Región de Arica y Parinacota');
  await expect(comuna).toHaveValue('Arica');
  await page.getByLabel('Región').selectOption('Región de Ñuble');
  await expect(comuna.locator('optgroup')).toHaveCount(1);
  await comuna.selectOption('Chillán');
  await page.getByLabel('Región').selectOption('Región del Biobío');
  await expect(comuna).toHaveValue('');
  await expect(comuna.locator('option', { hasText: 'Concepción' })).toHaveCount(1);
  await expect(comuna.locator('option', { hasText: 'Chillán' })).toHaveCount(0);
});

test('an amount gets its dots on leaving its field, or is calculated as a percentage of the bid', async ({
  page,
}) => {
  await prepare(page, answers, 'garantia-monto');
  const amount = page.getByLabel('Monto');
  for (const [typed, shown] of [
    ['1500000,5', '1.500.000,5'],
    ['$ 12000', '12.000'],
    ['98765432101,01', '98.765.432.101,01'],
  ] as const) {
    await amount.fill(typed);
    await amount.blur();
    await expect(amount).toHaveValue(shown);
  }
  await amount.fill('UF 100');
  await amount.blur();
  await expect(amount).toHaveValue('100');
  await expect(page.getByLabel('UF')).toBeChecked();
  await amount.fill('mil');
  await amount.blur();
  await expect(page.getByRole('status')).toHaveText(/Escribe el monto/);

  // A reload keeps the typed values, including the currency.
  await page.goto(page.url());
  await expect(page.getByLabel('UF')).toBeChecked();
  await page.getByLabel('Pesos').check();
  await page.getByText('Calcular un porcentaje de tu oferta').click();
  await page.getByLabel('Porcentaje').fill('5');
  await page.getByLabel('Tu oferta neta, sin IVA').fill('100.000.001');
  await expect(amount).toHaveValue('5.000.001');
  await expectAccessible(page, 'garantia-monto, computed');
  await amount.fill('6000000');
  await expect(page.getByLabel('Tu oferta neta, sin IVA')).toHaveValue('');
  await goOn(page);
  await expect(page).toHaveURL(/garantia-vigencia/);
});

test('a date is typed in Chilean order and repeated in words, or chosen from the calendar', async ({
  page,
}) => {
  await prepare(page, answers, 'garantia-vigencia');
  const until = page.getByLabel('Hasta', { exact: true });
  await until.fill('30/6/27');
  await until.blur();
  await expect(until).toHaveValue('30-06-2027');
  const status = page.getByRole('status').filter({ hasText: 'Vence el' });
  await expect(status).toHaveText(/^Vence el 30 de junio de 2027, (en|hace) \d+ días?\.$/);
  await expect(until).toHaveAccessibleDescription(/Vence el 30 de junio/);
  await until.fill('31-06-2027');
  await until.blur();
  await expect(page.getByRole('status').filter({ hasText: 'fecha real' })).toBeVisible();
  await expect(until).toHaveAttribute('aria-invalid', 'true');

  await expect(page.getByRole('button', { name: 'Calendario: Desde' })).toBeVisible();
  const calendar = page.locator('input[type=date]').nth(1);
  await calendar.evaluate((input: HTMLInputElement) => {
    input.value = '2028-02-29';
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect(until).toHaveValue('29-02-2028');
  await expect(status).toContainText('29 de febrero de 2028');
  await expect(until).not.toHaveAttribute('aria-invalid', 'true');
});

test('an error of the server disappears when its field is corrected, and an e-mail typo is fixed by one press', async ({
  page,
}) => {
  await prepare(page, answers, 'contacto');
  const email = page.getByLabel('Correo');
  await email.fill('ana.cl');
  await goOn(page);
  const field = page.locator('.field', { has: email });
  await expect(errorSummary(page)).toContainText('Revisa el correo');
  await expect(field).toHaveCSS('border-left-width', '4px');
  await email.fill('ana@ejemplo.cl');
  await email.blur();
  await expect(field).toHaveCSS('border-left-width', '0px');
  await expect(page.locator('main')).not.toContainText('Revisa el correo');
  await expect(page.locator('main')).toContainText('Ingresa tu nombre');

  await page.goto(addressIn(page, 'contacto'));
  await expect(errorSummary(page)).toHaveCount(0);
  await expect(page).toHaveTitle(/^¿Con quién hablamos/);
  // Text typed after the refusal outlives the way back to the page.
  await expect(page.getByLabel('Correo')).toHaveValue('ana@ejemplo.cl');

  const name = 'ana.maria.rodriguez.fuentealba';
  await page.getByLabel('Correo').fill(`${name}@gmial.com`);
  await page.getByLabel('Nombre y apellido').fill('Ana Muñoz');
  await page.getByLabel('Teléfono').fill('912345678');
  await goOn(page);
  await expectAccessible(page, 'a mistyped address');
  await page.getByRole('button', { name: `Usar ${name}@gmail.com` }).click();
  await expect(page).toHaveURL(/licitacion\?borrador=/);
  await page.goto(addressIn(page, 'contacto'));
  await expect(page.getByLabel('Correo')).toHaveValue(`${name}@gmail.com`);
});
