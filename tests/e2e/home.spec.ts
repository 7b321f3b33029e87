import { expect, test } from '#tests/e2e/support/app.ts';
import { expectAccessible } from '#tests/e2e/support/look.ts';

test('on a phone a menu has the other places, without a script', async ({ page }) => {
  await page.goto('/contacto');
  const link = page.getByRole('navigation', { name: 'Principal' }).getByRole('link', {
    name: 'Licitaciones',
  });
  await expect(link).toBeHidden();
  await page.getByText('Menú', { exact: true }).click();
  await expectAccessible(page, 'menu');
  await link.click();
  await expect(page).toHaveURL(/licitaciones/);
});
