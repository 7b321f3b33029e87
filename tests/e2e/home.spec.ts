import { expect, test } from '#tests/e2e/support/app.ts';
import { expectAccessible } from '#tests/e2e/support/look.ts';

test('on a phone a menu without a script leads to the other pages', async ({ page }) => {
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

test('text at twice its size causes no sideways scrolling on a phone, and the menu fits', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ['/', '/experto', '/gestiona-tu-garantia/tipo?garantia=anticipo']) {
    await page.goto(path);
    await page.locator('html').evaluate((html) => {
      html.style.fontSize = '200%';
    });
    const menu = page.getByText('Menú', { exact: true });
    if (await menu.isVisible()) await menu.click();
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(sideways, path).toBeLessThanOrEqual(360);
    for (const link of await page.locator('header li:visible').all()) {
      expect((await link.boundingBox())?.x, path).toBeGreaterThanOrEqual(0);
    }
  }
});
