import type { Page } from '@playwright/test';
import { contractFile } from '#tests/e2e/support/answers.ts';
import { expect, test } from '#tests/e2e/support/app.ts';
import { errorSummary, ready, receiptNumber, uploaded } from '#tests/e2e/support/journey.ts';

test('a request can be made by keyboard alone, from the home page to the receipt', async ({
  page,
}) => {
  const keys = page.keyboard;
  page.on('filechooser', (chooser) => chooser.setFiles(contractFile));
  await page.goto('/');
  await keys.press('Tab');
  await expect(page.locator(':focus')).toHaveText(/saltar/i);
  await keys.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  await tabTo(page, 'Pedir mi garantía');
  await enter(page);

  await enterOn(page, 'Continuar');
  await expect(errorSummary(page)).toBeFocused();
  await keys.press('Tab');
  await keys.press('Enter');
  await expect(page.getByLabel('Licitación de Mercado Público')).toBeFocused();
  await keys.press('Space');
  await enterOn(page, 'Continuar');

  await tabTo(page, 'Nombre y apellido');
  await keys.type('Ana Muñoz');
  await enter(page);
  const summary = errorSummary(page);
  await expect(summary).toBeFocused();
  await keys.press('Tab');
  await expect(summary.getByRole('link', { name: /correo/i })).toBeFocused();
  await keys.press('Enter');
  await expect(page.getByLabel('Correo')).toBeFocused();
  await keys.type('teclado@constructora.cl');
  await tabTo(page, 'Teléfono');
  await keys.type('+56 9 1234 5678');
  await enter(page);

  for (const _ of ['licitacion', 'institucion']) await enterOn(page, 'Continuar');
  await tabTo(page, 'Nombre o razón social');
  await keys.type('Constructora Andes SpA');
  await tabTo(page, 'RUT');
  await keys.type('761234560');
  await tabTo(page, /^Dirección/);
  await keys.press('Enter');
  await tabTo(page, /^Región/);
  await arrowTo(page, 'Región del Biobío');
  await tabTo(page, /^Comuna/);
  await arrowTo(page, 'Concepción');
  await enterOn(page, 'Continuar');

  await tabTo(page, 'Seriedad de la oferta');
  await keys.press('ArrowDown');
  await enterOn(page, 'Continuar');
  await tabTo(page, 'Pesos');
  await keys.press('ArrowDown');
  await tabTo(page, 'Monto');
  await keys.type('1234,5');
  await enter(page);

  await tabTo(page, 'Desde');
  await keys.type('03032027');
  await tabTo(page, 'Hasta');
  await keys.type('04042027');
  await enterOn(page, 'Continuar');
  await enterOn(page, 'Continuar');

  await tabTo(page, 'Bases o contrato (opcional)');
  await keys.press('Space');
  await expect(uploaded(page)).toBeVisible();
  await enterOn(page, 'Continuar');

  await expect(page.locator('main')).toContainText('Fiel cumplimiento');
  await expect(page.locator('main')).toContainText('UF 1.234,50');
  await expect(page.locator('main')).toContainText('03-03-2027 al 04-04-2027');
  await expect(page.locator('main')).toContainText('Región del Biobío');
  await expect(page.locator('main')).toContainText('Concepción');
  await tabTo(page, /^Acepto/);
  await keys.press('Space');
  await tabTo(page, 'Enviar solicitud');
  await keys.press('Enter');
  expect(await receiptNumber(page)).toMatch(/^\d+$/);
});

/** Presses Tab until the focus is on what screen readers call by this name. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const matches =
    typeof name === 'string' ? new RegExp(`^${name.replace(/[()]/g, '\\$&')}$`) : name;
  for (let presses = 0; presses < 60; presses++) {
    if (matches.test(await focusedName(page))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach «${name}»`);
}

/** Chooses an option in a list that has the focus. */
async function arrowTo(page: Page, option: string): Promise<void> {
  const chosen = page.locator(':focus option:checked');
  for (let presses = 0; presses < 60; presses++) {
    if ((await chosen.textContent()) === option) return;
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`the arrows do not reach «${option}»`);
}

async function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    const labelledBy = element?.getAttribute('aria-labelledby');
    const label = labelledBy
      ? document.getElementById(labelledBy)
      : element instanceof HTMLInputElement ||
          element instanceof HTMLSelectElement ||
          element instanceof HTMLTextAreaElement
        ? element.labels?.[0]
        : element;
    return (label?.textContent ?? '').trim();
  });
}

async function enterOn(page: Page, name: string): Promise<void> {
  await tabTo(page, name);
  await enter(page);
}

async function enter(page: Page): Promise<void> {
  const arrived = page.waitForEvent('load');
  await page.keyboard.press('Enter');
  await arrived;
  await ready(page);
}
