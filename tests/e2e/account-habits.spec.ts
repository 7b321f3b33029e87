import {
  codeFor,
  company,
  natural,
  refusal,
  register,
  verify,
} from '#tests/e2e/support/account.ts';
import { expect, test } from '#tests/e2e/support/app.ts';
import { press, ready } from '#tests/e2e/support/journey.ts';

test('a registration is sent once by a double click; refresh and back repeat nothing', async ({
  page,
  app,
}) => {
  const ana = company('una-vez@constructora.cl');
  await register(page, { ...ana, password: 'corta' });
  await page.getByLabel('Contraseña', { exact: true }).fill(ana.password);
  await page
    .getByRole('button', { name: 'Crear cuenta', exact: true })
    .dblclick({ noWaitAfter: true });
  await page.waitForURL('**/verificar?**');
  await page.reload();
  await page.goBack();
  await expect(page).toHaveURL(/\/register/);
  await ready(page);
  await page.goForward();
  await expect(page.locator('main')).toContainText(ana.email);
  await verify(page, await codeFor(app, ana.email));
  await page.reload();
  await expect(page).toHaveURL('/panel');
  await page.goBack();
  await expect(page).toHaveURL(/\/verificar\?/);
  const codes = app.mailbox().filter(({ to }) => [to].flat().includes(ana.email));
  expect(codes).toHaveLength(1);
});

test('another code can be asked for after a minute, by the clock of the server', async ({
  page,
}) => {
  await page.clock.install();
  await register(page, natural('otro-codigo@correo.cl'));
  const again = page.getByRole('button', { name: 'Enviarme otro código' });
  await expect(again).toBeDisabled();
  await expect(page.locator('main')).toContainText(/Podrás pedir otro en \d+ s/);
  await page.clock.runFor(61_000);
  await expect(page.getByText('Ya puedes pedir otro código.')).toBeVisible();
  // Only this browser's clock went ahead.
  await press(page, again);
  await expect(refusal(page)).toContainText(/Podrás pedir otro en \d+ segundos/);
  await expect(page.locator('main')).toContainText('otro-codigo@correo.cl');
});

test('a password is shown and hidden, and hidden again when it leaves', async ({ page }) => {
  await page.goto('/login');
  await ready(page);
  const field = page.locator('[name="password"]');
  await field.fill('un secreto');
  await page.getByRole('button', { name: 'Mostrar contraseña' }).click();
  await expect(field).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Ocultar contraseña' }).click();
  await expect(field).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Mostrar contraseña' }).click();
  await page.evaluate(() => {
    document.querySelector('form')?.addEventListener('submit', (event) => event.preventDefault());
  });
  await page.getByRole('button', { name: 'Ingresar', exact: true }).click();
  await expect(field).toHaveAttribute('type', 'password');
});
