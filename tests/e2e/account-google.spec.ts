import { readFileSync } from 'node:fs';
import { forgetProofs, natural, refusal, signIn } from '#tests/e2e/support/account.ts';
import { test as base, expect } from '#tests/e2e/support/app.ts';
import { openFold, press } from '#tests/e2e/support/journey.ts';
import { expectAccessible } from '#tests/e2e/support/look.ts';
import { type GoogleStandIn, startGoogle } from '#tests/support/providers/google.ts';
import { unzip } from '#tests/support/unzip.ts';

/** The stand-in replaces Google. Going there is the one request to another host. */
const test = base.extend<object, { google: GoogleStandIn }>({
  google: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from it
    async ({}, use) => {
      const google = await startGoogle();
      await use(google);
      await google.close();
    },
    { scope: 'worker' },
  ],
  appVariables: [async ({ google }, use) => use(google.variables), { scope: 'worker' }],
});
test.use({ tolerated: /^elsewhere: http:\/\/127\.0\.0\.1:\d+\/authorize/ });

test('a person registers with Google, exports all data and deletes the account', async ({
  page,
  app,
  google,
}) => {
  google.be({ sub: 'nueva', email: 'nueva@gmail.com', name: 'Nueva Pérez' });
  await page.goto('/register');
  await press(page, page.getByRole('link', { name: 'Crear cuenta con Google' }));
  await expect(page).toHaveURL(/\/panel\/titular\?next=%2Fpanel$/);
  await page.getByText('Empresa', { exact: true }).click();
  await expectAccessible(page, 'the question whose account it is');
  await press(page, page.getByRole('link', { name: 'Ahora no' }));
  await expect(page).toHaveURL(/\/panel$/);
  await expectAccessible(page, 'panel after Google');

  await page.goto('/panel/perfil');
  await press(page, page.getByRole('link', { name: 'Agregar una empresa' }));
  await page.getByText('Empresa', { exact: true }).click();
  await page.getByLabel('Razón social').fill('Pérez SpA');
  await page.getByLabel('RUT').fill('76.123.456-0');
  await press(page, page.getByRole('button', { name: 'Guardar' }));
  await expect(page.getByRole('status').first()).toContainText('para quién son tus garantías');
  const alone = page.getByRole('button', { name: /^Actuar por tu cuenta/, includeHidden: true });
  await openFold(alone);
  await press(page, alone);
  await page.goto('/panel/perfil');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: /Descargar mis datos/ }).click();
  const archive = unzip(readFileSync(await (await download).path()));
  expect(JSON.parse(String(archive.get('datos.json'))).account).toMatchObject({
    email: 'nueva@gmail.com',
    hasPassword: false,
  });

  await forgetProofs(app, 'nueva@gmail.com');
  await page.goto('/panel/eliminar-cuenta');
  await expect(page).toHaveURL(/\/confirmar/);
  await press(page, page.getByRole('button', { name: /código/ }));
  const mail = await app.waitForMail(
    ({ to, subject }) => to.includes('nueva@gmail.com') && /código/.test(subject),
  );
  await page.getByLabel('Código').fill(mail.subject.slice(0, 6));
  await press(page, page.getByRole('button', { name: 'Seguir' }));
  await press(page, page.getByRole('button', { name: /Eliminar/ }));
  await expect(page.getByRole('status')).toContainText('Eliminamos tu cuenta');
  await page.goto('/panel');
  await expect(page).toHaveURL(/\/login/);
});

test('an account is connected to Google by a mailed code, and disconnected again', async ({
  page,
  app,
  google,
}) => {
  // Google does not host the address.
  const person = natural('pedro@constructora.cl');
  await signIn(page, app, person);
  await page.context().clearCookies();
  google.be({ sub: 'pedro', email: person.email });
  await page.goto('/login?next=%2Fpanel%2Fperfil');
  await press(page, page.getByRole('link', { name: 'Ingresar con Google' }));
  await expect(page).toHaveURL('/login/google');
  await expectAccessible(page, 'joining Google, by password');
  await page.getByLabel('Contraseña de tu cuenta').fill('otra clave larga');
  await press(page, page.getByRole('button', { name: 'Conectar e ingresar' }));
  await expect(refusal(page)).toContainText('La contraseña no coincide');
  await press(page, page.getByRole('button', { name: 'Enviarme un código por correo' }));
  await expect(page.getByRole('status')).toContainText('Te enviamos un código');
  await expectAccessible(page, 'joining Google, by code');
  const mail = await app.waitForMail(
    ({ to, text }) =>
      to.includes(person.email) && text?.includes('ingresar a tu cuenta con Google') === true,
  );
  await page.getByLabel('Código').fill('AAAAAA');
  await press(page, page.getByRole('button', { name: 'Conectar e ingresar' }));
  await expect(refusal(page)).toContainText('El código no es correcto');
  await page.getByLabel('Código').fill(mail.subject.slice(0, 6));
  await press(page, page.getByRole('button', { name: 'Conectar e ingresar' }));
  await expect(page).toHaveURL('/panel/perfil');
  await press(page, page.getByRole('button', { name: 'Desconectar Google' }));
  await expect(page.getByRole('status')).toContainText('Desconectaste Google');
  await expect(page.locator('main')).toContainText('Sin conectar');
  await expectAccessible(page, 'profile after parting');
});
