import { expect, test } from '#tests/e2e/support/app.ts';
import { expectAccessible } from '#tests/e2e/support/look.ts';

// The fixture fails the test on script errors, refusals by the CSP and requests elsewhere.
test('the API description is readable, with scripts from our own origin only', async ({ page }) => {
  await page.goto('/docs');
  await expect(page.getByRole('heading', { name: 'API de Resguardo' })).toBeVisible();
  await page.getByRole('button', { name: /POST.*Send a guarantee request/ }).click();
  await expect(page.getByText('telefonoSolicitante').first()).toBeVisible();
  await expectAccessible(page, 'the API description');
  await page.getByRole('link', { name: 'Resguardo, ir al inicio' }).click();
  await expect(page).toHaveURL('/');
});
