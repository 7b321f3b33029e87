import type { Page } from '@playwright/test';
import {
  codeFor,
  company,
  natural,
  register,
  startSession,
  verify,
} from '#tests/e2e/support/account.ts';
import { type App, expect, test } from '#tests/e2e/support/app.ts';
import { changed, openFold, press } from '#tests/e2e/support/journey.ts';
import { expectAccessible } from '#tests/e2e/support/look.ts';
import { linkIn } from '#tests/e2e/support/mails.ts';
import { syntheticFile, VAULT } from '#tests/e2e/support/vault.ts';

const PAGE = '/panel/empresa';
const main = (page: Page) => page.locator('main');

test('three people in a company invite, join, upload, share, leave and hand over its administration', async ({
  page,
  app,
  newDevice,
}) => {
  const ana = company('ana@andes.cl');
  await register(page, ana);
  await verify(page, await codeFor(app, ana.email));
  await expect(page).toHaveURL('/panel');

  // Beto has an account and documents of his own, and comes on a computer.
  const beto = await newDevice({ viewport: { width: 1280, height: 900 } });
  await startSession(beto, app, {
    email: 'beto@andes.cl',
    role: 'natural',
    rut: '12345678-5',
    name: 'Beto',
  });
  await invite(page, 'beto@andes.cl', 'Participa');
  await expectAccessible(page, 'company with an invitation', [1280]);
  await beto.goto(await invitationOf(app, 'beto@andes.cl'));
  await expect(main(beto)).toContainText('ana@andes.cl');
  await expectAccessible(beto, 'invitation', [1280]);
  await press(beto, beto.getByRole('button', { name: 'Entrar a la empresa' }));
  await expect(main(beto)).toContainText('Ya trabajas en esta empresa');
  await beto.goto(`${VAULT}/contrato`);
  await beto
    .getByLabel('Archivo', { exact: false })
    .first()
    .setInputFiles(syntheticFile('contrato.pdf'));
  await changed(beto, async () => {
    await beto
      .getByRole('button', { name: /^Subir/ })
      .first()
      .click();
  });
  await expect(main(beto)).toContainText('contrato.pdf');

  // Eva has no account: she makes one on the way, on a phone.
  await invite(page, 'eva@andes.cl', 'Participa');
  const eva = await newDevice();
  await eva.goto(await invitationOf(app, 'eva@andes.cl'));
  await press(eva, eva.getByRole('link', { name: 'Crear mi cuenta' }));
  const person = natural('eva@andes.cl');
  await expect(eva.getByLabel('RUT')).toHaveCount(0);
  await expect(eva.getByLabel('Correo')).toHaveValue(person.email);
  await expectAccessible(eva, 'registration of who was invited', [1280]);
  await eva.getByLabel('Tu nombre y apellido').fill('Pedro Soto');
  await eva.getByLabel('Contraseña', { exact: true }).fill(person.password);
  await eva.getByRole('checkbox').check();
  await press(eva, eva.getByRole('button', { name: 'Crear cuenta', exact: true }));
  await verify(eva, await codeFor(app, person.email));
  await press(eva, eva.getByRole('button', { name: 'Entrar a la empresa' }));
  await eva.goto(`${VAULT}/contrato`);
  await press(eva, eva.getByRole('link', { name: 'Compartir contrato.pdf' }));
  await press(eva, eva.getByRole('button', { name: 'Crear enlace' }));
  const link = await eva.getByLabel('Enlace').inputValue();

  // Beto leaves: his own folder is empty, and Eva's link still works.
  await beto.goto(PAGE);
  await openLeave(beto);
  await press(beto, beto.getByRole('button', { name: /^Sí, salir/ }));
  await expect(main(beto)).toContainText('Saliste de la empresa');
  await beto.goto(`${VAULT}/contrato`);
  await expect(main(beto)).not.toContainText('contrato.pdf');

  // Ana cannot leave while she is the only owner. She hands over to Eva and leaves.
  await page.goto(PAGE);
  await openLeave(page);
  await press(page, page.getByRole('button', { name: /^Sí, salir/ }));
  await expect(main(page)).toContainText('necesita a alguien que la administre');
  await page.goto(PAGE);
  const owner = page.getByRole('button', { name: /nuevo rol de Pedro Soto/, includeHidden: true });
  const handOver = owner.filter({ hasText: 'Administra' });
  await openFold(handOver);
  await press(page, handOver);
  await expect(main(page)).toContainText('Cambiaste el rol');
  await openLeave(page);
  await press(page, page.getByRole('button', { name: /^Sí, salir/ }));
  await expect(main(page)).toContainText('Saliste de la empresa');
  await eva.goto(PAGE);
  await expect(main(eva)).not.toContainText('ana@andes.cl');
  await expectAccessible(eva, 'company', [1280]);
  const stranger = await newDevice();
  await stranger.goto(link);
  await expect(main(stranger)).toContainText('contrato.pdf');
});

async function openLeave(page: Page): Promise<void> {
  await page.locator('summary', { hasText: 'Salir de la empresa' }).click();
}

async function invite(page: Page, email: string, role: string): Promise<void> {
  await page.goto(PAGE);
  await page.getByLabel('Correo de la persona').fill(email);
  await page.getByLabel(role).check();
  await press(page, page.getByRole('button', { name: 'Enviar invitación' }));
  await expect(main(page)).toContainText(email);
}

async function invitationOf(app: App, email: string): Promise<string> {
  const mail = await app.waitForMail(
    ({ to, subject }) => [to].flat().includes(email) && subject.includes('Te invitan'),
  );
  return linkIn(mail, 'invitacion');
}
