import { company, refusal, signUp } from '#tests/e2e/support/account.ts';
import { expect, test } from '#tests/e2e/support/app.ts';
import { openFold, press } from '#tests/e2e/support/journey.ts';
import { inDays, keep, syntheticFile, VAULT } from '#tests/e2e/support/vault.ts';

test.use({ javaScriptEnabled: false });

test('uploads, edits, links and alerts of the vault work without JavaScript', async ({
  page,
  app,
  newDevice,
}) => {
  const submit = (name: string | RegExp) =>
    press(page, page.getByRole('button', { name, exact: true }));
  await signUp(page, app, company('boveda-sin-javascript@constructora.cl'));
  await page.getByText('Menú').click();
  await press(page, page.getByRole('link', { name: 'Documentos', exact: true }));
  const policy = page.getByRole('link', { name: /^Subir Póliza/, includeHidden: true });
  await openFold(policy);
  await press(page, policy);

  // Browsers require the date themselves. The server refuses a false file.
  await page
    .getByLabel('Archivo')
    .setInputFiles({ ...syntheticFile('a.pdf'), buffer: Buffer.from('no') });
  await page.getByLabel('Vence el').fill(inDays(40));
  await submit('Subir');
  await expect(page).toHaveTitle(/^Error: /);
  await expect(refusal(page)).toContainText('El archivo no es un PDF');
  // Our text covers an empty field. The name of a file is the browser's, so it lies uncovered.
  await expect(page.getByText('Elegir archivo')).toBeVisible();
  await expect(page.getByText('Sin archivo')).toBeVisible();
  await page.getByLabel('Archivo').setInputFiles(syntheticFile('poliza.pdf'));
  await expect(page.getByText('Sin archivo')).toBeHidden();
  await expect(page.getByLabel('Archivo')).not.toHaveCSS('color', 'rgba(0, 0, 0, 0)');
  await page.getByLabel('Vence el').fill(inDays(40));
  await submit('Subir');
  await expect(page.getByRole('status')).toHaveText('Guardamos el documento.');
  await expect(page.locator('main')).toContainText('Vence en 40 días');

  await press(page, page.getByRole('link', { name: 'Editar poliza.pdf' }));
  await page.getByLabel('Nombre').fill('poliza');
  await page.getByLabel('Vence el').fill(inDays(50));
  await submit('Guardar');
  await expect(page.getByRole('status')).toHaveText('Guardamos los cambios.');
  await expect(page.locator('main')).toContainText('Vence en 50 días');

  await page.goto(VAULT);
  await page.getByRole('link', { name: 'Subir documentos' }).click();
  await page.getByLabel('Archivo', { exact: true }).setInputFiles(syntheticFile('cedula.jpg'));
  await page.getByLabel('Archivo 2').setInputFiles(syntheticFile('plan.docx'));
  await submit('Subir');
  await expect(page.getByRole('heading', { name: 'Confirma tus documentos' })).toBeVisible();
  const first = page.getByRole('group', { name: /^cedula\.jpg/ });
  await expect(first).toContainText('No encontramos texto que leer');
  await expect(first.getByLabel('Qué documento es')).toHaveValue('cedula_identidad');
  await first.getByLabel('De cuándo es').fill(inDays(-30));
  // Files with a category are saved, and the unknown one waits.
  await submit('Guardar todos');
  await expect(page.getByRole('status')).toHaveText('Guardamos el documento.');
  await page.goto(`${VAULT}/ordenar`);
  await submit('Guardar');
  await expect(refusal(page)).toContainText('Elige qué documento es');
  await page.getByRole('group', { name: /^plan/ }).getByRole('combobox').selectOption('descartar');
  await submit('Guardar');
  await page.goto(`${VAULT}/cedula_identidad`);
  await expect(page.getByText(/^Del \d\d-\d\d-\d{4}/)).toBeVisible();
  await page.goto(`${VAULT}/poliza_garantia`);

  await submit('Eliminar poliza.pdf');
  await expect(page.getByRole('status')).toContainText('Eliminaste poliza.pdf.');
  await submit('Deshacer');
  await expect(page.getByRole('status')).toHaveText('El documento está de vuelta.');

  await keep(page, { category: 'e_rut', name: 'e-rut.pdf' });
  await press(page, page.getByRole('link', { name: 'Tus documentos' }));
  await press(page, page.getByRole('link', { name: 'Compartir carpeta' }));
  for (const box of await page.locator('[name^=doc-]').all()) await box.uncheck();
  await submit('Crear enlace');
  await expect(refusal(page)).toContainText('Elige un documento');
  await page.getByRole('checkbox', { name: /^Póliza/ }).check();
  await submit('Crear enlace');
  const link = await page.getByLabel('Enlace').inputValue();
  const stranger = await newDevice({ javaScriptEnabled: false });
  await stranger.goto(link);
  await expect(stranger.locator('body')).toContainText('poliza.pdf');
  await expect(stranger.locator('body')).not.toContainText('e-rut.pdf');
  await page.locator('summary', { hasText: 'Cerrar enlace de Póliza' }).click();
  await submit(/^Sí, cerrar enlace de Póliza/);
  await expect(page.getByRole('status')).toContainText('Cerraste el enlace');

  await page.goto(`${VAULT}/avisos`);
  await submit('Desactivar avisos');
  await expect(page.locator('main')).toContainText('Desactivados');
});
