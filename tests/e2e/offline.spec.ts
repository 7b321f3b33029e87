import type { Page } from '@playwright/test';
import { shortSample } from '#tests/e2e/support/answers.ts';
import { expect, test } from '#tests/e2e/support/app.ts';
import { openFold, prepare, press, ready, receiptNumber } from '#tests/e2e/support/journey.ts';

const lost = (page: Page) => page.getByRole('alert').filter({ hasText: 'No hay conexión' });

test('a form sent without a connection keeps what was typed, and can be sent afterwards', async ({
  page,
  context,
}) => {
  const { answers } = shortSample('sin-senal@constructora.cl');
  await prepare(page, answers);
  await ready(page);
  await page.getByRole('checkbox').check();
  await context.setOffline(true);
  const submit = page.getByRole('button', { name: /enviar solicitud/i });
  await submit.click();
  await expect(lost(page)).toContainText('Lo que escribiste sigue aquí.');
  await expect(page.getByRole('checkbox')).toBeChecked();
  await context.setOffline(false);
  await press(page, submit);
  expect(await receiptNumber(page)).toMatch(/\d/);

  await page.waitForLoadState('networkidle');
  const message = page.getByLabel('Tu mensaje');
  await openFold(message);
  await message.fill('¿Sirve para mañana?');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Enviar mensaje' }).click();
  await expect(lost(page)).toBeVisible();
  await expect(message).toHaveValue('¿Sirve para mañana?');
  await context.setOffline(false);
  await press(page, page.getByRole('button', { name: 'Enviar mensaje' }));
  await expect(page.locator('main')).toContainText('Recibimos tu mensaje');

  // A form that only searches.
  await page.goto('/v');
  await page.waitForLoadState('networkidle');
  await page.getByLabel('Código').fill('ABCDE-FGHJK-MNPQR-STVWX');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Verificar' }).click();
  await expect(lost(page)).toBeVisible();
  await context.setOffline(false);
});
