import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import {
  forgetProofs,
  logIn,
  logOut,
  natural,
  refusal,
  signIn,
  signUp,
} from '#tests/e2e/support/account.ts';
import { expect, test } from '#tests/e2e/support/app.ts';
import { press } from '#tests/e2e/support/journey.ts';
import { expectAccessible } from '#tests/e2e/support/look.ts';

const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

/** Goes from Seguridad to the codes, and returns the secret and the codes. */
async function setUp(page: Page) {
  await page.goto('/panel/seguridad');
  await press(page, page.getByRole('link', { name: 'Conectar una app' }));
  const secret = (await page.locator('code').textContent()) ?? '';
  await page.getByLabel('Código de tu app').fill('123');
  await page.keyboard.press('Enter');
  await expect(refusal(page)).toContainText('El código no coincide');
  // The secret stays the same, so the scanned code still works.
  await expect(page.locator('code')).toHaveText(secret);
  await page.getByLabel('Código de tu app').fill(codeOf(secret));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Guarda tus códigos de respaldo',
  );
  const codes = await page.locator('main li').allTextContents();
  expect(codes).toHaveLength(10);
  return { secret, codes };
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a person sets up an app for codes, logs in with it and with a recovery code, and removes it', async ({
    page,
    app,
  }) => {
    const ana = natural('codigos-sin-script@correo.cl');
    await signUp(page, app, ana);
    const { secret, codes } = await setUp(page);
    await press(page, page.getByRole('button', { name: 'Ya los guardé' }));
    await expect(page.getByRole('status')).toContainText('verificación en dos pasos');
    await expect(page.getByText('necesitan JavaScript')).toBeVisible();
    await expect(page.getByRole('button', { name: /llave de acceso/ })).toHaveCount(0);
    await page.goto('/panel/seguridad/codigos');
    await expect(page).toHaveURL('/panel/seguridad');
    const submit = (name: string) => press(page, page.getByRole('button', { name, exact: true }));
    await logOut(page);
    await page.goto('/login?next=/panel/documentos');
    await logIn(page, ana);
    await page.getByLabel('Código de tu app').fill('000000');
    await submit('Ingresar');
    await expect(refusal(page)).toContainText('El código no es correcto');
    // The next code of the app is typed, because the set-up may have used the present one.
    await page.getByLabel('Código de tu app').fill(codeOf(secret, 1));
    await submit('Ingresar');
    await expect(page).toHaveURL('/panel/documentos');
    await logOut(page);
    await page.goto('/login');
    await logIn(page, ana);
    await page.getByLabel('Código de tu app').fill(codes[0]?.toLowerCase() ?? '');
    await submit('Ingresar');
    await expect(page).toHaveURL('/panel');
    await page.goto('/panel/seguridad');
    await expect(page.locator('main')).toContainText('Te quedan 9');
    await forgetProofs(app, ana.email);
    await submit('Quitar');
    await expect(page).toHaveURL(/\/confirmar/);
    await page.getByLabel('Contraseña', { exact: true }).fill(ana.password);
    await submit('Seguir');
    await submit('Quitar');
    await expect(page.getByRole('status')).toContainText('Quitaste la app de códigos');
  });
});

test('a passkey opens an account alone and as second step, and is replaced after its loss by a recovery code', async ({
  page,
  app,
}) => {
  const ana = natural('llaves@correo.cl');
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const device = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: device,
  });
  await signIn(page, app, ana);
  await page.goto('/panel/seguridad');
  await expectAccessible(page, 'seguridad');
  await press(page, page.getByRole('button', { name: 'Agregar una llave de acceso' }));
  await page.waitForURL('/panel/seguridad/codigos');
  await expectAccessible(page, 'codigos-de-respaldo');
  const codes = await page.locator('main li').allTextContents();
  await press(page, page.getByRole('button', { name: 'Ya los guardé' }));
  await expect(page.locator('main')).toContainText('Sin usar todavía');
  await page.getByText('Cambiar o quitar').click();
  await page.getByLabel('Nombre').fill('Mi notebook');
  await press(page, page.getByRole('button', { name: 'Guardar nombre' }));
  await expect(page.locator('main')).toContainText('Mi notebook');
  // The same device has a key already.
  await page.getByRole('button', { name: 'Agregar otra llave' }).click();
  await expect(page.locator('main').getByRole('status').last()).toContainText('ya tiene una llave');

  const leave = () => logOut(page);
  await leave();
  await press(page, page.getByRole('button', { name: 'Ingresar con una llave de acceso' }));
  await page.waitForURL('/panel');
  await leave();
  await page.goto('/login?next=/panel/pagos');
  await logIn(page, ana);
  await expectAccessible(page, 'segundo-paso');
  await press(page, page.getByRole('button', { name: 'Usar mi llave de acceso' }));
  await page.waitForURL('/panel/pagos');
  await forgetProofs(app, ana.email);
  await page.goto('/panel/eliminar-cuenta');
  await expectAccessible(page, 'confirmar');
  await press(page, page.getByRole('button', { name: 'Usar mi llave de acceso' }));
  await page.waitForURL('/panel/eliminar-cuenta');
  await leave();

  await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  await cdp.send('WebAuthn.addVirtualAuthenticator', { options: device });
  await page.goto('/login');
  await page.getByRole('button', { name: 'Ingresar con una llave de acceso' }).click();
  await expect(page.locator('main').getByRole('status').last()).toContainText('No se usó ninguna');
  await logIn(page, ana);
  await page.getByLabel('Código de respaldo').fill(codes[3] ?? '');
  await press(page, page.getByRole('button', { name: 'Ingresar', exact: true }));
  await page.goto('/panel/seguridad');
  await press(page, page.getByRole('button', { name: 'Agregar otra llave' }));
  await page.waitForURL(/aviso=llave/);
  await expect(page.getByText('Cambiar o quitar')).toHaveCount(2);
});
