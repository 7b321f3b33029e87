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
  const desk = await newDevice({ viewport: { width: 1280, height: 800 } });
  await enterAs(desk, app, 'filas@resguardo.cl', '/admin?q=fila');
  await ready(desk);
  const row = desk.locator('.list-row').first();
  await row.getByRole('checkbox').check();
  await expect(desk).toHaveURL(/\/admin\?q=fila/);
  // The link of the row covers the text that is pressed.
  await changed(desk, () => row.getByText('Sin asignar').click({ force: true }));
  await expect(desk.locator('h1')).toHaveText('Fila Entera');

  await desk.goto('/admin/estado');
  await ready(desk);
  await desk.waitForRequest((request) => request.method() === 'HEAD');

  await desk.setViewportSize({ width: 360, height: 700 });
  await desk.getByRole('button', { name: /^Ir a/ }).click();
  await expect(desk.getByLabel('Ir a, o hacer')).toBeVisible();
  await desk.keyboard.press('Escape');
  for (const width of [360, 320]) {
    await desk.setViewportSize({ width, height: 700 });
    await expect(desk.getByRole('button', { name: 'Salir' })).toBeInViewport();
    const over = await desk.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over).toBeLessThanOrEqual(0);
  }
  await press(desk, desk.getByRole('link', { name: 'Mi perfil' }));
  await expect(desk).toHaveURL('/panel/perfil');
});
