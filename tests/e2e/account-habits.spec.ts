import {
  codeFor,
  company,
  logIn,
  natural,
  refusal,
  register,
  signUp,
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

test('a person who did not verify is helped to, after the right password only', async ({
  page,
  app,
}) => {
  const ana = natural('sin-verificar@correo.cl');
  await register(page, ana);
  const first = await codeFor(app, ana.email);
  await page.goto('/login');
  await logIn(page, ana, 'otra contraseña');
  await expect(refusal(page)).toHaveText('El correo o la contraseña no coinciden.');
  await logIn(page, ana);
  await expect(refusal(page)).toContainText('Verifica tu correo');
  await press(page, page.getByRole('link', { name: 'Escribir el código o pedir otro' }));
  await verify(page, first);
  await expect(page).toHaveURL('/panel');
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

test('after the login one goes on where one wanted to, and nowhere else', async ({ page, app }) => {
  const ana = natural('adonde@correo.cl');
  await signUp(page, app, ana);
  for (const path of ['/login', '/register', '/login?next=https://malo.cl']) {
    await page.goto(path);
    await expect(page).toHaveURL('/panel');
  }
  await page.goto('/login?next=/panel/perfil');
  await expect(page).toHaveURL('/panel/perfil');

  await page.context().clearCookies();
  await page.goto(`/login?${new URLSearchParams({ next: '/\t/malo.cl' })}`);
  await logIn(page, ana);
  expect(new URL(page.url()).origin).toBe(app.url);

  await page.context().clearCookies();
  await page.goto('/panel/actividad');
  await expect(page).toHaveURL('/login?next=%2Fpanel%2Factividad');
  await logIn(page, ana, 'otra contraseña');
  await logIn(page, ana);
  await expect(page).toHaveURL('/panel/actividad');
  await expect(page.locator('main')).toContainText('Intento de ingreso fallido');
});
