import type { Page } from '@playwright/test';
import { advisorOf, logInAs } from '#tests/e2e/support/advisor.ts';
import { contractFile, publicSample } from '#tests/e2e/support/answers.ts';
import { expect, test } from '#tests/e2e/support/app.ts';
import { changed, press } from '#tests/e2e/support/journey.ts';
import { expectAccessible } from '#tests/e2e/support/look.ts';
import { sendRequest } from '#tests/e2e/support/mails.ts';
import { pdfOf, textDocument } from '#tests/support/synthetic-documents/document.ts';
import { syntheticWorld } from '#tests/support/synthetic-documents/world.ts';

test.use({ tolerated: /404 \(Not Found\)/ });

const glosa = 'Para garantizar la oferta en la licitación 4809-45-LE26';

async function fill(adminPage: Page, number: string): Promise<void> {
  await adminPage.getByLabel('Documento', { exact: true }).selectOption('poliza');
  await adminPage.getByLabel('Emisor', { exact: true }).fill('Aseguradora Andes');
  await adminPage.getByLabel('Número del documento').fill(number);
  await adminPage.getByLabel('Glosa').fill(glosa);
}

test('an advisor records two guarantees of a request, one of them differing, on a phone without scripts', async ({
  page,
  app,
  newDevice,
}) => {
  const email = 'emision@constructora.cl';
  const { lead } = await sendRequest(page, app, publicSample(email));
  const advisor = await advisorOf(app, 'asesora-emision@resguardo.cl');
  const adminPage = await newDevice({ viewport: { width: 1280, height: 800 } });
  await adminPage.goto(`/login?next=${lead}`);
  await logInAs(adminPage, advisor);
  await changed(adminPage, () =>
    adminPage.getByLabel('Estado de la solicitud').selectOption({ label: 'Aprobada' }),
  );
  await expect(adminPage.locator('#emision')).toContainText('0 de 2 emitidas');
  await expectAccessible(adminPage, 'a lead whose guarantees are to be registered');
  await press(adminPage, adminPage.getByRole('link', { name: 'Registrar emisión de 1.' }));
  await expect(adminPage.getByLabel('Monto')).toHaveValue('1.500.000');
  await fill(adminPage, 'PZ-1');
  await adminPage.getByRole('textbox', { name: 'Rige hasta' }).fill('30 de junio de 2027');
  await adminPage.getByRole('textbox', { name: 'Rige hasta' }).blur();
  await expect(adminPage.getByRole('textbox', { name: 'Rige hasta' })).toHaveValue('30-06-2027');
  await adminPage.getByLabel('Documento emitido').setInputFiles(contractFile);
  await expectAccessible(adminPage, 'the form of a record');
  await press(adminPage, adminPage.getByRole('button', { name: 'Registrar emisión' }));
  await expect(adminPage.locator('#emision')).toContainText('1 de 2 emitidas');

  const phone = await newDevice({ javaScriptEnabled: false });
  await phone.goto(`/login?next=${lead}`);
  await phone.getByLabel('Correo').fill(advisor.email);
  await phone.getByLabel('Contraseña', { exact: true }).fill(advisor.password);
  await phone.getByRole('button', { name: 'Ingresar', exact: true }).click();
  await phone.getByLabel('Código de tu app').fill(advisor.recoveryCodes[0] ?? '');
  await phone.getByRole('button', { name: 'Ingresar', exact: true }).click();
  await phone.getByRole('link', { name: 'Registrar emisión de 2.' }).click();
  await fill(phone, 'PZ-2');
  await phone.getByRole('textbox', { name: 'Rige hasta' }).fill('31/12/2027');
  await phone.getByLabel('Documento emitido').setInputFiles(contractFile);
  await phone.getByRole('button', { name: 'Registrar emisión' }).click();
  await expect(phone.locator('main')).toContainText(
    'Rige hasta: pidió 29-02-2028, dice 31-12-2027',
  );
  await expect(phone.locator('main')).toContainText(contractFile.name);
  await phone.getByLabel('Por qué difiere').fill('El mandante aceptó el plazo.');
  await phone.getByRole('button', { name: 'Registrar emisión' }).click();
  await expect(phone.locator('#emision')).toContainText('2 de 2 emitidas');
  await expect(phone.locator('main')).toContainText('Pasó de «Aprobada» a «Emitida»');

  await adminPage.goto('/admin/garantias');
  await expectAccessible(adminPage, 'the list of guarantees');
  await adminPage.getByLabel('Buscar').fill('PZ-2');
  await press(adminPage, adminPage.getByRole('button', { name: 'Buscar' }));
  await expectAccessible(adminPage, 'guarantees that were found');
  await press(adminPage, adminPage.getByRole('link', { name: /^Garantía N\.º/ }));
  await expect(adminPage.locator('#historia')).toContainText('El mandante aceptó el plazo.');
  await press(adminPage, adminPage.getByRole('link', { name: 'Se cobró' }));
  await expectAccessible(adminPage, 'what is said of a guarantee');
  await adminPage.getByRole('radio', { name: 'En parte' }).check();
  await adminPage.getByLabel('Monto, si fue en parte').fill('1.000,5');
  await press(adminPage, adminPage.getByRole('button', { name: 'Guardar el cobro' }));
  await expect(adminPage.locator('#historia')).toContainText('UF 1.000,50');
  await expect(adminPage.locator('main')).toContainText('Cobrada');
});

test('the data read from a document replaces what the form was filled in with', async ({
  page,
  app,
  newDevice,
}) => {
  const { lead } = await sendRequest(page, app, publicSample('lee@constructora.cl'));
  const advisor = await advisorOf(app, 'asesora-lee@resguardo.cl');
  const adminPage = await newDevice({ viewport: { width: 1280, height: 800 } });
  await adminPage.goto(`/login?next=${lead}`);
  await logInAs(adminPage, advisor);
  await changed(adminPage, () =>
    adminPage.getByLabel('Estado de la solicitud').selectOption({ label: 'Aprobada' }),
  );
  await press(adminPage, adminPage.getByRole('link', { name: 'Registrar emisión de 1.' }));
  await expect(adminPage.getByLabel('Tipo')).toHaveValue('seriedad');
  const text = `# BOLETA DE GARANTÍA
    Boleta N° > 9988776
    Banco emisor: > Banco del Sur
    Para garantizar el fiel cumplimiento del contrato
    Monto > $ 1.400.000
    Vigencia desde el 1 de diciembre de 2026 hasta el 1 de marzo de 2027`;
  const buffer = await pdfOf(textDocument(syntheticWorld(1), {}, text));
  await adminPage
    .getByLabel('Documento emitido')
    .setInputFiles({ name: 'boleta.pdf', mimeType: 'application/pdf', buffer });
  await press(adminPage, adminPage.getByRole('button', { name: 'Leer el documento y completar' }));
  await expect(adminPage.getByLabel('Número del documento')).toHaveValue('9988776');
  await expect(adminPage.getByLabel('Tipo')).toHaveValue('cumplimiento');
  await expect(adminPage.getByLabel('Documento', { exact: true })).toHaveValue('boleta');
});

test('the longest button of a paid request is not cut at 1280 px', async ({
  page,
  app,
  newDevice,
}) => {
  const { lead } = await sendRequest(page, app, publicSample('ancho@constructora.cl'));
  const advisor = await advisorOf(app, 'asesora-ancho@resguardo.cl');
  const adminPage = await newDevice({ viewport: { width: 1280, height: 800 } });
  await adminPage.goto(`/login?next=${lead}`);
  await logInAs(adminPage, advisor);
  const step = adminPage.getByRole('button', { name: 'Tomar en revisión' });
  const next = adminPage.getByRole('link', { name: 'Rechazar' });
  await step.evaluate((button) => {
    button.textContent = 'Aprobar y registrar emisión';
  });
  const long = adminPage.getByRole('button', { name: 'Aprobar y registrar emisión' });
  const [own, beside] = [await long.boundingBox(), await next.boundingBox()];
  expect((own?.x ?? 0) + (own?.width ?? 0)).toBeLessThanOrEqual(beside?.x ?? 0);
  expect(await long.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});
