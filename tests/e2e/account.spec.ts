import type { Page } from '@playwright/test';
import {
  asAnotherBrowser,
  codeFor,
  company,
  fillInRegistration,
  forgetProofs,
  logIn,
  logOut,
  natural,
  refusal,
  resetLinkFor,
  signIn,
  verify,
} from '#tests/e2e/support/account.ts';
import { expect, test } from '#tests/e2e/support/app.ts';
import { press, ready } from '#tests/e2e/support/journey.ts';
import { expectAccessible } from '#tests/e2e/support/look.ts';

test.describe.configure({ mode: 'parallel' });

const check = (page: Page, state: string) => expectAccessible(page, state, [1280]);
const checkState = (page: Page, state: string) => expectAccessible(page, state); // as a phone

test('a company registers, verifies its address, completes its profile and recovers its password', async ({
  page,
  app,
  newDevice,
}) => {
  const ana = company('ana@constructora.cl');
  await page.goto('/');
  await press(page, page.getByRole('link', { name: 'Mi cuenta' }));
  await check(page, 'login');
  await press(page, page.getByRole('link', { name: 'Crea tu cuenta' }));
  await check(page, 'register');

  await expect(page.getByLabel('Razón social')).toBeHidden();
  await fillInRegistration(page, ana);
  await page.getByLabel('RUT').fill('761234560');
  await page.getByLabel('RUT').press('Tab');
  await expect(page.getByLabel('RUT')).toHaveValue('76.123.456-0');
  // A double click, or back and refresh, do not send the form again.
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
  await check(page, 'verificar');
  await verify(page, 'aaaaaa');
  await expect(refusal(page)).toContainText('El código no es correcto');
  await checkState(page, 'verificar, refused');
  const code = await codeFor(app, ana.email);
  await verify(page, ` ${code.slice(0, 3).toLowerCase()} ${code.slice(3)} `);
  await page.reload();
  await expect(page).toHaveURL('/panel');
  await page.goBack();
  await expect(page).toHaveURL(/\/verificar\?/);
  expect(app.mailbox().filter(({ to }) => isOf(ana, to))).toHaveLength(1);
  await page.goto('/panel');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hola, Ana');
  await check(page, 'panel');
  await expect(page.locator('main')).toContainText('teléfono, dirección, región y comuna');

  await page.goto('/panel/perfil');
  await check(page, 'perfil');
  await page.goto('/panel');
  await press(page, page.getByRole('link', { name: 'Completar' }));
  await check(page, 'empresa');
  await page.getByLabel('Teléfono').fill('123');
  await page.getByLabel('Dirección').fill('Av. Providencia 1234');
  await page.getByLabel('Región').selectOption('Región del Biobío');
  await expect(page.locator('[name="comuna"] option', { hasText: 'Providencia' })).toHaveCount(0);
  await page.getByLabel('Comuna').selectOption('Concepción');
  await press(page, page.getByRole('button', { name: 'Guardar datos' }));
  await expect(refusal(page)).toContainText('Revisa el teléfono');
  await expect(page.getByLabel('Dirección')).toHaveValue('Av. Providencia 1234');
  await checkState(page, 'empresa, refused');
  await page.getByLabel('Teléfono').fill('+56 9 1234 5678');
  await press(page, page.getByRole('button', { name: 'Guardar datos' }));
  await expect(page.getByRole('status').first()).toContainText('Guardamos los datos de la empresa');
  await expect(page.getByLabel('Comuna')).toHaveValue('Concepción');
  await page.goto('/panel');
  await expect(page.locator('main')).not.toContainText('Completa los datos');

  const phone = await newDevice();
  await phone.goto('/login?next=/panel');
  await checkState(phone, 'login, on the way to a page');
  await logIn(phone, ana, 'otra contraseña');
  await expect(refusal(phone)).toHaveText('El correo o la contraseña no coinciden.');
  await checkState(phone, 'login, refused');
  await logIn(phone, ana);
  await phone.goto('/login?next=https://malo.cl');
  await expect(phone).toHaveURL('/panel');
  await page.goto('/panel/perfil');
  const others = page.getByRole('button', { name: /^Cerrar la sesión de/ });
  await expect(others).toHaveCount(1);
  await press(page, others);
  await expect(others).toHaveCount(0);
  await phone.goto('/panel');
  await expect(phone).toHaveURL('/login?next=%2Fpanel');

  const changed = 'cinco gatos en el tejado';
  await page.getByLabel('Contraseña actual', { exact: true }).fill('otra contraseña');
  await page.getByLabel('Contraseña nueva', { exact: true }).fill(changed);
  await press(page, page.getByRole('button', { name: 'Cambiar contraseña' }));
  await expect(refusal(page)).toContainText('La contraseña actual no coincide');
  await page.getByLabel('Contraseña actual', { exact: true }).fill(ana.password);
  await page.getByLabel('Contraseña nueva', { exact: true }).fill(changed);
  await press(page, page.getByRole('button', { name: 'Cambiar contraseña' }));
  await expect(page.getByRole('status').first()).toContainText('Cambiaste tu contraseña');
  await app.waitForMail(({ to, subject }) => isOf(ana, to) && /^Cambió tu contr/.test(subject));
  await expect(page.locator('main')).toContainText('Cambiaste la contraseña');
  await page.goto('/panel/actividad');
  await expect(page.locator('main')).toContainText('Intento de ingreso fallido');
  await check(page, 'actividad');

  await page.evaluate(() => localStorage.setItem('rastro', 'de la sesión'));
  await logOut(page);
  await expect(page.getByRole('status')).toContainText('Cerraste tu sesión');
  // The remaining cookies only mark that this browser was here, and which forms it corrected.
  const left = (await page.context().cookies()).filter(({ value }) => value !== 'corregido');
  expect(left.map(({ name }) => name)).toEqual(['navegador']);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/login/);

  const recovered = 'seis gatos en el tejado';
  await page.goto('/recuperar');
  await check(page, 'recuperar');
  await page.getByLabel('El correo de tu cuenta').fill(ana.email);
  await press(page, page.getByRole('button', { name: 'Enviarme el enlace' }));
  await checkState(page, 'recuperar, sent');
  await page.goto('/restablecer');
  await check(page, 'restablecer, without a link');
  await page.goto(await resetLinkFor(app, ana.email));
  await expect(page).toHaveURL('/restablecer');
  await page.reload();
  await expect(page.locator('main')).toContainText(ana.email);
  await check(page, 'restablecer');
  await page.getByLabel('Contraseña nueva', { exact: true }).fill('corta');
  await press(page, page.getByRole('button', { name: 'Guardar contraseña' }));
  await expect(refusal(page)).toContainText('Usa 8 caracteres');
  await checkState(page, 'restablecer, refused');
  await page.getByLabel('Contraseña nueva', { exact: true }).fill(recovered);
  await press(page, page.getByRole('button', { name: 'Guardar contraseña' }));
  await logIn(page, ana, changed);
  await expect(refusal(page)).toBeVisible();
  await logIn(page, ana, recovered);
  await expect(page).toHaveURL('/panel');
});

test('a person registers after correcting errors, and cannot log in as a company', async ({
  page,
  app,
}) => {
  const pedro = natural('pedro@correo.cl');
  await page.goto('/register');
  await page.getByLabel('Persona natural').check();
  await page.getByLabel('RUT').fill('12.345.678-9');
  await page.getByLabel('Correo').fill(pedro.email);
  await page.getByLabel('Contraseña', { exact: true }).fill('password');
  await press(page, page.getByRole('button', { name: 'Crear cuenta', exact: true }));
  await expect(page).toHaveTitle(/^Error: /);
  await expect(refusal(page)).toBeFocused();
  await expect(refusal(page).getByRole('link')).toHaveText([/RUT/, /nombre/, /Acepta/]);
  await expect(page.getByLabel('Persona natural')).toBeChecked();
  await expect(page.getByLabel('Correo')).toHaveValue(pedro.email);
  await expect(page.getByLabel('Contraseña', { exact: true })).toHaveValue('');
  await checkState(page, 'register, refused');

  // Values that were typed for a company stay behind.
  const { fields } = company('');
  await fillInRegistration(page, { ...pedro, fields });
  await fillInRegistration(page, pedro);
  await expect(page.getByLabel('Razón social')).toBeHidden();
  await press(page, page.getByRole('button', { name: 'Crear cuenta', exact: true }));
  await page.goto('/verificar');
  await check(page, 'verificar, of no address');
  await page.goto('/login');
  await logIn(page, pedro);
  await expect(refusal(page)).toContainText('Verifica tu correo');
  await checkState(page, 'login, not verified');
  await page.goto(`/verificar?email=${pedro.email}`);
  await asAnotherBrowser(page);
  await verify(page, await codeFor(app, pedro.email));
  await expect(page.getByRole('status')).toContainText('Tu correo está verificado');
  await checkState(page, 'login, verified');
  await expect(page.getByLabel('Correo')).toHaveValue(pedro.email);
  await page.getByText('Soy del equipo de Resguardo').click();
  await page.getByLabel('Ingresar como').selectOption('Empresa');
  await logIn(page, pedro);
  await expect(refusal(page)).toContainText('Tu cuenta no tiene ese perfil');
  await expect(page.getByLabel('Ingresar como')).toHaveValue('juridica');
  await page.getByLabel('Ingresar como').selectOption('Persona natural');
  await logIn(page, pedro);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hola, Pedro');
  await page.goto('/panel/perfil');
  await expect(page.getByLabel('Razón social')).toHaveCount(0);
  const exported = await page.request.get('/api/account/export');
  expect(exported.status()).toBe(200);
  expect((await exported.body()).includes('Constructora Andes')).toBe(false);
});

test('an account fills in a request, and is deleted by its owner', async ({ page, app }) => {
  const eva = natural('eva@correo.cl');
  await signIn(page, app, eva);
  await page.goto('/gestiona-tu-garantia/tipo');
  await page.getByLabel('Contrato entre privados').check();
  await press(page, page.getByRole('button', { name: 'Continuar' }));
  await expect(page.getByLabel('Correo')).toHaveValue(eva.email);
  await expect(page.getByLabel('Nombre y apellido')).toHaveValue(String(eva.fields.name));
  await page.getByLabel('Correo').fill('otra@ejemplo.cl');
  await page.getByLabel('Teléfono').fill('+56 9 1234 5678');
  await press(page, page.getByRole('button', { name: 'Continuar' }));
  await expect(page.getByLabel('RUT')).not.toHaveValue('');
  await press(page, page.getByRole('button', { name: 'Volver' }));
  await expect(page.getByLabel('Correo')).toHaveValue('otra@ejemplo.cl');

  await page.goto('/panel/perfil');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Descargar mis datos' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.zip$/);
  await forgetProofs(app, eva.email);
  await press(page, page.getByRole('link', { name: 'Descargar mis datos' }));
  await expect(page).toHaveURL(/\/confirmar\?next=/);
  await page.goto('/panel/perfil');
  await press(page, page.getByRole('link', { name: 'Eliminar mi cuenta' }));
  const goOn = page.getByRole('button', { name: 'Seguir' });
  await page.getByLabel('Contraseña', { exact: true }).fill('otra contraseña');
  await press(page, goOn);
  await expect(refusal(page)).toContainText('La contraseña no coincide');
  await page.getByLabel('Contraseña', { exact: true }).fill(eva.password);
  await press(page, goOn);
  await expect(page).toHaveURL('/panel/eliminar-cuenta');
  await check(page, 'eliminar');
  await press(page, page.getByRole('button', { name: 'Eliminar mi cuenta' }));
  await expect(page.getByRole('status')).toContainText('Eliminamos tu cuenta');
  await page.goto('/login');
  await logIn(page, eva);
  await expect(refusal(page)).toHaveText('El correo o la contraseña no coinciden.');
});

function isOf({ email }: { email: string }, to: string | string[]): boolean {
  return [to].flat().includes(email);
}
