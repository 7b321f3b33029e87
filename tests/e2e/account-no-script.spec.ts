import {
  codeFor,
  company,
  fillInRegistration,
  logIn,
  logOut,
  recover,
  refusal,
  verify,
} from '#tests/e2e/support/account.ts';
import { expect, test } from '#tests/e2e/support/app.ts';
import { press } from '#tests/e2e/support/journey.ts';

test.use({ javaScriptEnabled: false });

test('registration, profile, logout and password recovery work without JavaScript', async ({
  page,
  app,
}) => {
  const ana = company('cuenta-sin-javascript@constructora.cl');
  const submit = (name: string) => press(page, page.getByRole('button', { name, exact: true }));
  await page.goto('/register');
  await expect(page.getByRole('button', { name: /^Mostrar/ })).toHaveCount(0);
  await page.getByLabel('Persona natural').check();
  await expect(page.getByLabel('Razón social')).toBeHidden();
  await page.getByLabel('Empresa').check();
  await expect(page.getByLabel('Razón social')).toBeVisible();
  await submit('Crear cuenta');
  await expect(page).toHaveTitle(/^Error: /);
  await expect(page.getByLabel('Empresa')).toBeChecked();
  await fillInRegistration(page, ana);
  await submit('Crear cuenta');

  await submit('Enviarme otro código');
  await expect(refusal(page)).toContainText(/Podrás pedir otro en \d+ segundos/);
  await verify(page, await codeFor(app, ana.email));
  await expect(page).toHaveURL('/panel');

  await page.goto('/panel/perfil');
  await page.getByLabel('Región').selectOption('Región del Biobío');
  await page.getByLabel('Comuna').selectOption('Providencia');
  await submit('Guardar datos');
  await page
    .getByRole('alert')
    .getByRole('link', { name: /comuna/ })
    .click();
  await expect(page.getByLabel('Comuna')).toBeFocused();
  await page.getByLabel('Comuna').selectOption('Concepción');
  await submit('Guardar datos');
  await expect(page.getByRole('status')).toContainText('Guardamos tus datos');
  await logOut(page);

  await recover(page, app, ana.email);
  const password = 'siete gatos en el tejado';
  await page.getByLabel('Contraseña nueva', { exact: true }).fill(password);
  await submit('Guardar contraseña');
  await logIn(page, ana, password);
  await expect(page).toHaveURL('/panel');
});
