import type { Page } from '@playwright/test';
import {
  asAnotherBrowser,
  codeFor,
  company,
  logIn,
  refusal,
  register,
  resetLinkFor,
  verify,
} from '#tests/e2e/support/account.ts';
import { expect, test } from '#tests/e2e/support/app.ts';
import { press } from '#tests/e2e/support/journey.ts';
import { expectAccessible } from '#tests/e2e/support/look.ts';

const check = (page: Page, state: string) => expectAccessible(page, state, [1280]);
/** Of a page that was looked at on a computer too. */
const checkState = (page: Page, state: string) => expectAccessible(page, state);

test('pages of accounts are accessible in every state, width and scheme', async ({ page, app }) => {
  const ana = company('axe@constructora.cl');
  const submit = (name: string) => press(page, page.getByRole('button', { name, exact: true }));

  await page.goto('/register');
  await check(page, 'register');
  await submit('Crear cuenta');
  await checkState(page, 'register-refused');
  await register(page, ana);
  await check(page, 'verificar');
  await verify(page, 'AAAAAA');
  await checkState(page, 'verificar-refused');
  await page.goto('/verificar');
  await check(page, 'verificar-without-mail');

  await page.goto('/login');
  await check(page, 'login');
  await logIn(page, ana);
  await expect(refusal(page)).toContainText('Verifica tu correo');
  await checkState(page, 'login-unverified');
  await page.goto('/verificar?email=axe@constructora.cl');
  await asAnotherBrowser(page);
  await verify(page, await codeFor(app, ana.email));
  await checkState(page, 'login-verified');
  await logIn(page, ana, 'otra contraseña');
  await expect(refusal(page)).toHaveText('El correo o la contraseña no coinciden.');
  await checkState(page, 'login-refused');

  await page.goto('/recuperar');
  await check(page, 'recuperar');
  await page.getByLabel('El correo de tu cuenta').fill(ana.email);
  await submit('Enviarme el enlace');
  await checkState(page, 'recuperar-sent');
  await page.goto('/restablecer');
  await check(page, 'restablecer-expired');
  await page.goto(await resetLinkFor(app, ana.email));
  await check(page, 'restablecer');
  await submit('Guardar contraseña');
  await checkState(page, 'restablecer-refused');

  await page.goto('/login?next=/panel');
  await checkState(page, 'login-next');
  await logIn(page, ana);
  await page.goto('/login?next=https://malo.cl');
  await expect(page).toHaveURL('/panel');
  await check(page, 'panel');
  await page.goto('/panel/perfil');
  await check(page, 'perfil');
  await submit('Cambiar contraseña');
  await checkState(page, 'perfil-refused');
  await page.goto('/panel/actividad');
  await expect(page.locator('main')).toContainText('Intento de ingreso fallido');
  await check(page, 'actividad');
  await page.goto('/panel/eliminar-cuenta');
  await check(page, 'eliminar');
  await page.goto('/');
  await check(page, 'home');
});
