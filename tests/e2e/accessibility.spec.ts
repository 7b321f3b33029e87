import { contractFile, privateSample, publicSample } from '#tests/e2e/support/answers.ts';
import { expect, test } from '#tests/e2e/support/app.ts';
import {
  fillIn,
  goOn,
  press,
  send,
  uploadStatus,
  WIZARD,
  walk,
} from '#tests/e2e/support/journey.ts';
import { expectAccessible } from '#tests/e2e/support/look.ts';

test.describe.configure({ mode: 'parallel', timeout: 120_000 });
test.use({ tolerated: /Failed to load resource/ });

const sizes = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
];

for (const viewport of sizes) {
  test.describe(`${viewport.width} px`, () => {
    test.use({ viewport });

    test('public variant: every page, error and upload state', async ({ page, context }) => {
      const { answers } = publicSample(`axe-${viewport.width}@ejemplo.cl`);
      await page.goto('/');
      await expectAccessible(page, 'home');
      await page.goto(`${WIZARD}/tipo`);
      await walk(page, answers, {
        onArrival: async (_, { step }) => {
          await expectAccessible(page, step);
          if (step === 'tipo' || step === 'contacto') {
            await goOn(page);
            await expectAccessible(page, `${step}, refused`);
          }
          if (step === 'empresa') {
            await fillIn(page, { step, fields: { rutEmpresaOferente: '1-1' } });
            await page.getByLabel('RUT').blur();
            await expectAccessible(page, 'empresa, wrong RUT');
          }
          if (step === 'garantia-vigencia') {
            await fillIn(page, { step, fields: { vigenciaDesde: '2027-02-01' } });
            await goOn(page);
            await expectAccessible(page, `${step}, refused`);
          }
          if (step === 'contrato') {
            await page.getByLabel('Archivo').setInputFiles({ ...contractFile, name: 'a.exe' });
            await expectAccessible(page, 'upload refused');
            await context.setOffline(true);
            await page.getByLabel('Archivo').setInputFiles(contractFile);
            await expect(uploadStatus(page)).toContainText('Reintentar');
            await expectAccessible(page, 'upload failed');
            await context.setOffline(false);
            await page.route('**/upload-url*', () => undefined);
            await page.getByLabel('Archivo').setInputFiles(contractFile);
            await expect(page.getByRole('progressbar', { name: /^Subiendo/ })).toBeVisible();
            await expectAccessible(page, 'upload under way');
            await page.getByRole('button', { name: 'Cancelar' }).click();
            await expectAccessible(page, 'upload canceled');
            await page.unrouteAll({ behavior: 'ignoreErrors' });
          }
        },
        onFilled: async (_, { step }) => {
          if (step === 'contrato') await expectAccessible(page, 'upload done');
        },
      });
      await expectAccessible(page, 'revisar');
      await press(page, page.getByRole('button', { name: 'Enviar solicitud' }));
      await expectAccessible(page, 'revisar, refused');
      await page.goto(`${WIZARD}/contrato`);
      await expectAccessible(page, 'contrato, attached');
      await page.goto(`${WIZARD}/revisar`);
      await send(page);
      await expectAccessible(page, 'receipt');
    });

    test('private variant, resume pages and the pages around', async ({ page, app, newDevice }) => {
      const email = `axe-privada-${viewport.width}@ejemplo.cl`;
      await page.goto(`${WIZARD}/tipo`);
      await walk(page, privateSample(email).answers, {
        onArrival: async (_, { step }) => {
          if (!step.startsWith('garantia')) await expectAccessible(page, `${step}, private`);
        },
      });
      await expectAccessible(page, 'revisar, private');
      await page.goto(WIZARD);
      await expectAccessible(page, 'go on or begin another');

      await page.goto(`${WIZARD}/continuar-despues`);
      await expectAccessible(page, 'continue later');
      await fillIn(page, { step: 'contacto', fields: { email: 'ana@' } });
      await press(page, page.getByRole('button', { name: 'Enviarme el enlace' }));
      await expectAccessible(page, 'continue later, refused');
      await fillIn(page, { step: 'contacto', fields: { email } });
      await press(page, page.getByRole('button', { name: 'Enviarme el enlace' }));
      await expectAccessible(page, 'link on its way');
      const mail = await app.waitForMail(({ to }) => [to].flat().includes(email));
      const link = mail.text?.match(/http\S+\/retomar\/\S+/)?.[0] ?? '';

      const second = await newDevice();
      await second.goto(`${WIZARD}/tipo`);
      await fillIn(second, { step: 'tipo', fields: { sistemaLicitacion: 'privados' } });
      await goOn(second);
      await second.goto(link);
      await expectAccessible(second, 'resume');
      await second.goto(`${WIZARD}/retomar/nada`);
      await expectAccessible(second, 'wrong link');
      await second.goto(`${WIZARD}/contacto?error=rate_limited&aviso=vencido`);
      await expectAccessible(second, 'notices');
      for (const path of ['/privacidad', '/no-existe', '/comprobante/nada', `${WIZARD}/nada`]) {
        await second.goto(path);
        await expectAccessible(second, path);
      }
    });
  });
}
