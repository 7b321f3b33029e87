import { codeFor, natural, refusal, register, verify } from '#tests/e2e/support/account.ts';
import { expect, test } from '#tests/e2e/support/app.ts';
import { press, ready } from '#tests/e2e/support/journey.ts';

test('while mail fails a person can register, the code comes later, and another one can be asked for after a minute', async ({
  page,
  app,
}) => {
  const pedro = natural('proveedor-caido@correo.cl');
  const mails = () => app.mailbox().filter(({ to }) => [to].flat().includes(pedro.email));
  app.resend.failNext({ how: 'status', status: 503 }, 1000);
  await page.clock.install();
  await register(page, pedro);
  await expect(page).toHaveURL(/\/verificar\?/);
  await expect(page.locator('main')).toContainText('Tu registro ya quedó guardado');
  await expect(page.locator('main')).toContainText('spam');
  const again = page.getByRole('button', { name: 'Enviarme otro código' });
  await expect(again).toBeDisabled();
  await expect(page.locator('main')).toContainText(/Podrás pedir otro en \d+ s/);
  await page.clock.runFor(61_000);
  await expect(page.getByText('Ya puedes pedir otro código.')).toBeVisible();
  // Only this browser's clock went ahead.
  await press(page, again);
  await expect(refusal(page)).toContainText(/Podrás pedir otro en \d+ segundos/);
  await expect(page.locator('main')).toContainText(pedro.email);
  expect(mails()).toEqual([]);

  app.resend.recover();
  await verify(page, await codeFor(app, pedro.email));
  await expect(page).toHaveURL('/panel');
});

test('a password can be shown and hidden, and is hidden again when the form is sent', async ({
  page,
}) => {
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
