import { enterAs } from '#tests/e2e/support/advisor.ts';
import { expect, test } from '#tests/e2e/support/app.ts';
import { writeTo } from '#tests/e2e/support/contact.ts';
import { changed, press, ready } from '#tests/e2e/support/journey.ts';

test('a row opens its lead wherever it is pressed, and a phone reaches profile, palette and logout', async ({
  page,
  app,
  newDevice,
}) => {
  await writeTo(page, '/contacto', 'Fila Entera', 'fila@obras.cl');
  const adminPage = await newDevice({ viewport: { width: 1280, height: 800 } });
  await enterAs(adminPage, app, 'filas@resguardo.cl', '/admin?q=fila');
  await ready(adminPage);
  const row = adminPage.locator('.list-row').first();
  await row.getByRole('checkbox').check();
  await expect(adminPage).toHaveURL(/\/admin\?q=fila/);
  // The link of the row covers the text that is pressed.
  await changed(adminPage, () => row.getByText('Sin asignar').click({ force: true }));
  await expect(adminPage.locator('h1')).toHaveText('Fila Entera');

  await adminPage.goto('/admin/estado');
  await ready(adminPage);
  await adminPage.waitForRequest((request) => request.method() === 'HEAD');

  await adminPage.setViewportSize({ width: 360, height: 700 });
  await adminPage.getByRole('button', { name: /^Ir a/ }).click();
  await expect(adminPage.getByLabel('Ir a, o hacer')).toBeVisible();
  await adminPage.keyboard.press('Escape');
  for (const width of [360, 320]) {
    await adminPage.setViewportSize({ width, height: 700 });
    await expect(adminPage.getByText('Menú')).toBeInViewport({ ratio: 1 });
    const over = await adminPage.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over).toBeLessThanOrEqual(0);
  }
  await adminPage.getByText('Menú').click();
  await expect(adminPage.getByRole('button', { name: 'Cerrar sesión' })).toBeInViewport();
  await press(adminPage, adminPage.getByRole('link', { name: 'Mi perfil' }));
  await expect(adminPage).toHaveURL('/panel/perfil');
});
