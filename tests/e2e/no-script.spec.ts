import { otherFile, publicSample } from '#tests/e2e/support/answers.ts';
import { expect, test } from '#tests/e2e/support/app.ts';
import {
  atStep,
  errorSummary,
  fileField,
  fillIn,
  goOn,
  openFold,
  press,
  send,
  walk,
} from '#tests/e2e/support/journey.ts';
import { mailsOf } from '#tests/e2e/support/mails.ts';
import { disguisedFiles } from '#tests/support/sample-files.ts';

test.use({ javaScriptEnabled: false });

test('a request, from the home page to both mails, works without JavaScript', async ({
  page,
  app,
}) => {
  const sample = publicSample('sin-javascript@constructora.cl');
  await page.goto('/');
  await page.getByRole('link', { name: 'Pedir mi garantía' }).first().click();

  await walk(page, sample.answers, {
    onArrival: async (_, { step }) => {
      if (step === 'contacto') {
        await fillIn(page, { step, fields: { nombreSolicitante: 'Ana Muñoz', email: 'ana@' } });
        await goOn(page);
        await expect(page).toHaveTitle(/^Error: /);
        const summary = errorSummary(page);
        await expect(summary.getByRole('link')).toHaveCount(2);
        await summary.getByRole('link', { name: /correo/i }).click();
        await expect(page.getByLabel('Correo')).toBeFocused();
        await expect(page.getByLabel('Correo')).toHaveValue('ana@');
        await expect(page.getByLabel('Nombre y apellido')).toHaveValue('Ana Muñoz');
      }
      if (step === 'empresa') {
        await openFold(page.getByLabel('Comuna'));
        const comunas = page.getByLabel('Comuna');
        await expect(comunas.locator('optgroup')).toHaveCount(16);
        await page.getByLabel('Región').selectOption('Región de Ñuble');
        await comunas.selectOption('Concepción');
        await goOn(page);
        await expect(errorSummary(page)).toContainText('Esa comuna no pertenece');
        await expect(page.getByLabel('Región').locator(':checked')).toHaveText('Región de Ñuble');
      }
      if (step === 'documentos') {
        const { bytes, name } = disguisedFiles['HTML named PDF'] ?? {
          bytes: Buffer.alloc(0),
          name: '',
        };
        for (const buffer of [bytes, Buffer.alloc(11 * 1024 * 1024, '%PDF-1.7 ')]) {
          const file = { name, mimeType: 'application/pdf', buffer };
          await fileField(page).setInputFiles(file);
          await goOn(page);
          await expect(page).toHaveURL(/documentos\?(?:.*&)?aviso=revisa$/);
          await expect(errorSummary(page).getByRole('link')).toHaveCount(1);
          await expect(page.getByRole('button', { name: 'Quitar' })).toHaveCount(0);
        }
      }
    },
  });
  for (const text of sample.shown) await expect(page.locator('main')).toContainText(text);

  await press(page, page.getByRole('link', { name: /^Cambiar (Bases|Otro)/ }).first());
  await press(page, page.getByRole('button', { name: `Quitar ${otherFile.name}` }));
  await expect(page).toHaveURL(atStep('documentos'));
  await goOn(page);

  await page.getByRole('button', { name: 'Enviar solicitud' }).click();
  await expect(errorSummary(page)).toContainText('Marca la casilla');
  const number = await send(page);
  const { internal, acknowledgement } = await mailsOf(app, sample.email);
  expect(acknowledgement.subject).toContain(number);
  for (const text of sample.shown.slice(0, -1)) expect(internal.text).toContain(text);
  expect(internal.text).not.toContain(sample.shown.at(-1));
});
