import { expect, test } from '#tests/e2e/support/app.ts';

// The fixture fails the test on script errors, refusals by the CSP and requests elsewhere.
test('the API description is readable, from our own origin alone', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/docs');
  await expect(page.getByRole('heading', { name: 'Resguardo API' })).toBeVisible();
  await page.goto('/docs#tag/guarantees/POST/api/guarantees/public');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Send a guarantee request' })).toBeVisible();
  await expect(page.getByText('telefonoSolicitante').first()).toBeVisible();
});
