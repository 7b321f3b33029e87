import { contractFile, otherFile, shortSample } from '#tests/e2e/support/answers.ts';
import { expect, test } from '#tests/e2e/support/app.ts';
import { expectAccessible } from '#tests/e2e/support/look.ts';
import { sendRequest } from '#tests/e2e/support/mails.ts';
import { samples } from '#tests/support/sample-files.ts';

const more = { name: 'balance.pdf', mimeType: 'application/pdf', buffer: samples.pdf };
const bad = { name: 'hola.pdf', mimeType: 'application/pdf', buffer: Buffer.from('hola') };

// The test chooses a file that is refused.
test.use({ tolerated: /status of 400 .*\/api\/guarantees\/uploads\// });

/** The same form without scripts is tested by requested-documents.spec.ts. */
test('an applicant sends missing files from the request page on a phone, by the link in the mail', async ({
  page,
  app,
  newDevice,
}) => {
  const email = 'falta@constructora.cl';
  const { url } = await sendRequest(page, app, shortSample(email));

  const phone = await newDevice();
  await phone.goto(url);
  const enhanced = phone.locator('html[data-enhanced]');
  await enhanced.waitFor({ state: 'attached' });
  const documents = phone.locator('#documentos');
  const fieldOf = (kind: string) => documents.locator(`[data-upload=${kind}] input[type=file]`);
  const submit = documents.getByRole('button', { name: 'Enviar documentos' });
  await expect(documents).toContainText('Puedes enviar desde ya las bases o el contrato.');
  await expectAccessible(phone, 'request that lacks a document');

  await fieldOf('adicional').setInputFiles([bad]);
  await expect(documents).toContainText('hola.pdf: El archivo no es un PDF');
  await expect(documents.getByRole('status')).toHaveCount(1);
  // A refused file holds the form up once, so that it is not missed beside a good one.
  await submit.click();
  await expect(documents).toContainText('hola.pdf no se adjuntó: El archivo no es un PDF');
  await submit.click();
  await expect(documents.locator('#contrato-error')).toHaveText(/Elige un archivo/);
  await expect(documents).not.toContainText('hola.pdf');
  await enhanced.waitFor({ state: 'attached' });

  await fieldOf('contrato').setInputFiles(contractFile);
  await fieldOf('adicional').setInputFiles([otherFile, more]);
  for (const { name } of [contractFile, otherFile, more]) {
    await expect(documents).toContainText(`${name}: listo para enviar.`);
  }
  await expectAccessible(phone, 'files on their way to a request');
  const line = documents.locator('[data-upload=adicional] [data-upload-status] > div', {
    hasText: more.name,
  });
  await line.getByRole('button', { name: 'Quitar' }).click();
  await expect(documents).not.toContainText(more.name);
  await fieldOf('adicional').setInputFiles([more]);
  await expect(documents).toContainText(`${more.name}: listo para enviar.`);
  await submit.click();
  await expect(phone.getByRole('status').first()).toContainText('Recibimos lo que enviaste');
  await expect(documents).toContainText('Agregar otros documentos');
  await expect(fieldOf('contrato')).toHaveCount(0);
  for (const { name } of [contractFile, otherFile, more]) {
    await expect(documents.locator('dd', { hasText: name })).toHaveCount(1);
  }
  await expectAccessible(phone, 'request that lacks nothing');

  // The old page is shown again and sent again: no file comes twice.
  await phone.goBack();
  await enhanced.waitFor({ state: 'attached' });
  // The section is folded if the page was loaded again.
  await documents.locator('details').evaluate((folded) => folded.setAttribute('open', ''));
  await submit.click();
  await phone.goto(url);
  await expect(documents.locator('dd')).toHaveCount(3);
});
