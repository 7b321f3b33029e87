import { company, signIn } from '#tests/e2e/support/account.ts';
import { expect, test } from '#tests/e2e/support/app.ts';
import { press } from '#tests/e2e/support/journey.ts';
import { expectAccessible } from '#tests/e2e/support/look.ts';
import { keep, VAULT } from '#tests/e2e/support/vault.ts';

test('a shared folder opens with a mailed code, and is downloaded as a ZIP and as one PDF', async ({
  page,
  app,
  newDevice,
}) => {
  await signIn(page, app, company('carpeta@constructora.cl'));
  await keep(page, { category: 'cedula_identidad', name: 'cedula.jpg' });
  await keep(page, { category: 'e_rut', name: 'e-rut.pdf' });
  await page.goto(`${VAULT}/compartir`);
  await page.getByLabel('Todos los que no han vencido').check();
  await page.getByText('Más opciones').click();
  await page.getByLabel('Pedir un código que llega a su correo').check();
  await page.getByLabel('Nombre o aseguradora', { exact: true }).fill('Banco del Sur');
  await press(page, page.getByRole('button', { name: 'Crear enlace' }));
  await expect(page.locator('main')).toContainText('Escribe el correo de cada destinatario');
  await page.getByLabel('Correo (opcional)', { exact: true }).fill('luisa@bancosur.cl');
  await press(page, page.getByRole('button', { name: 'Crear enlace' }));
  await expect(page.locator('main')).toContainText('Pide un código que llega a su correo');
  const address = await page.getByLabel(/^Enlace/).inputValue();

  const luisa = await newDevice();
  await luisa.goto(address);
  await expectAccessible(luisa, 'a link that asks for a code');
  await press(luisa, luisa.getByRole('button', { name: 'Enviarme el código' }));
  const mail = await app.waitForMail(({ to }) => to.includes('luisa@bancosur.cl'));
  await luisa.getByLabel('Código').fill('AAAAAA');
  await press(luisa, luisa.getByRole('button', { name: 'Abrir' }));
  await expect(luisa.locator('main')).toContainText('El código no coincide');
  await expectAccessible(luisa, 'a wrong code');
  await luisa.getByLabel('Código').fill(mail.subject.slice(0, 6).toLowerCase());
  await press(luisa, luisa.getByRole('button', { name: 'Abrir' }));
  await expect(luisa.getByRole('link', { name: 'Descargar e-rut.pdf' })).toBeVisible();
  for (const [name, file] of [
    [/^Todo en un ZIP/, /^Constructora .* - Documentos - [\d-]+\.zip$/],
    [/^Todo en un PDF/, /^Constructora .* - Documentos - [\d-]+\.pdf$/],
  ] as const) {
    const [download] = await Promise.all([
      luisa.waitForEvent('download'),
      luisa.getByRole('link', { name }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(file);
  }
  const [shown] = await Promise.all([
    luisa.waitForResponse((response) => response.url().includes('inline=1')),
    luisa.getByRole('link', { name: 'Cédula de identidad', exact: true }).click(),
  ]);
  expect([shown.status(), shown.headers()['content-type']]).toEqual([200, 'image/jpeg']);
  await expectAccessible(luisa, 'a document of a link');
  await expect(luisa.getByRole('link', { name: /^(Anterior|Siguiente): e-RUT$/ })).toBeVisible();

  await page.goto(`${VAULT}/enlaces`);
  await expect(page.locator('main')).toContainText(
    /1 visita, (la última )?el .* · 1 documento visto · 2 descargas/,
  );
  await expect(page.locator('main')).toContainText(', por luisa@bancosur.cl');
});
