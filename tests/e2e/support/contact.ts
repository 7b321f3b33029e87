import type { Page } from '@playwright/test';
import { openFold, ready } from '#tests/e2e/support/journey.ts';

export async function writeTo(
  page: Page,
  path: string,
  name: string,
  email: string,
): Promise<void> {
  await page.goto(path);
  await ready(page);
  await page.getByLabel('Nombre').fill(name);
  await page.getByLabel('Correo').fill(email);
  await openFold(page.locator('[name=mensaje]'));
  await page.locator('[name=mensaje]').fill(`Hola, soy ${name}.\n<b>¿Me llaman?</b>`);
  await page.locator('[name=acepta_politicas]').check();
  await page.getByRole('button', { name: /^(Enviar mensaje|Pedir asesoría)$/ }).click();
  await page.waitForURL('**/recibido/**');
}
