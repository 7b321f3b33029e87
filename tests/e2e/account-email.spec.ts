import type { Page } from '@playwright/test';
import {
  codeFor,
  forgetProofs,
  natural,
  type Person,
  recover,
  refusal,
  signUp,
} from '#tests/e2e/support/account.ts';
import { type App, expect, test } from '#tests/e2e/support/app.ts';
import { press } from '#tests/e2e/support/journey.ts';
import { linkIn } from '#tests/e2e/support/mails.ts';

test.use({ viewport: { width: 360, height: 740 } });

const wide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Walks from the profile to the new address, and from the notice to the former one back. */
async function walk(page: Page, app: App, person: Person, next: string): Promise<void> {
  const submit = (name: string) => press(page, page.getByRole('button', { name, exact: true }));
  await signUp(page, app, person);
  await forgetProofs(app, person.email);
  await page.goto('/panel/perfil');
  await page.getByRole('link', { name: 'Cambiar correo' }).click();
  await page.getByLabel('Contraseña', { exact: true }).fill(person.password);
  await submit('Seguir');
  await expect(page).toHaveURL('/panel/perfil/correo');
  await page.getByLabel('Correo nuevo').fill(next);
  expect(await wide(page)).toBe(0);
  await submit('Enviarme un código');
  await expect(page.locator('main')).toContainText(`Te enviamos un código a ${next}`);
  expect(await wide(page)).toBe(0);
  const code = await codeFor(app, next);
  await page.getByLabel('Código', { exact: true }).fill('AAAAAA');
  await submit('Cambiar correo');
  await expect(refusal(page)).toContainText('El código no es correcto');
  await page.getByLabel('Código', { exact: true }).fill(code.toLowerCase());
  await submit('Cambiar correo');
  await expect(page.getByRole('status')).toContainText(`Tu correo ahora es ${next}`);

  const notice = await app.waitForMail(
    ({ to, subject }) => [to].flat().includes(person.email) && /^Cambió el correo/.test(subject),
  );
  await page.goto(linkIn(notice, 'no-fui-yo\\?').slice(app.url.length));
  await expect(page.locator('main')).toContainText(person.email);
  expect(await wide(page)).toBe(0);
  await submit('Deshacer el cambio de correo');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cerramos todo el acceso');
  await page.goto('/panel');
  await expect(page).toHaveURL(/^[^?]*\/login/);
  await recover(page, app, person.email);
}

test('a person changes the e-mail of an account, and undoes it from the mail to the former address', async ({
  page,
  app,
}) => {
  await walk(page, app, natural('cambia-correo@constructora.cl'), 'correo-nuevo@constructora.cl');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('a person changes the e-mail of an account, and undoes it from the mail to the former address', async ({
    page,
    app,
  }) => {
    await walk(page, app, natural('cambia-sin@constructora.cl'), 'nuevo-sin@constructora.cl');
  });
});
