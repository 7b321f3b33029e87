import type { Page } from '@playwright/test';
import { contractFile, privateSample, publicSample } from '#tests/e2e/support/answers.ts';
import { expect, test } from '#tests/e2e/support/app.ts';
import {
  fileField,
  fillIn,
  goOn,
  press,
  send,
  uploadStatus,
  WIZARD,
  walk,
} from '#tests/e2e/support/journey.ts';
import { expectAccessible } from '#tests/e2e/support/look.ts';
import { mailsOf } from '#tests/e2e/support/mails.ts';

test.describe.configure({ mode: 'parallel' });
test.use({ tolerated: /Failed to load resource/ });

/** What is on the screen now, on a phone and on a computer. */
const check = (page: Page, what: string) => expectAccessible(page, what, [1280]);

test('public variant: every page, error and upload state', async ({ page, context }) => {
  const { answers } = publicSample('axe@ejemplo.cl');
  await page.goto('/');
  await check(page, 'home');
  await page.goto(`${WIZARD}/tipo`);
  await walk(page, answers, {
    onArrival: async (_, { step }) => {
      await check(page, step);
      if (step === 'tipo' || step === 'contacto') {
        await goOn(page);
        await check(page, `${step}, refused`);
      }
      if (step === 'empresa') {
        await fillIn(page, { step, fields: { rutEmpresaOferente: '1-1' } });
        await page.getByLabel('RUT').blur();
        await check(page, 'empresa, wrong RUT');
      }
      if (step === 'garantia-vigencia') {
        await fillIn(page, { step, fields: { vigenciaDesde: '2027-02-01' } });
        await goOn(page);
        await check(page, `${step}, refused`);
      }
      if (step === 'garantias' && (await page.getByText('Fiel cumplimiento').count()) > 0) {
        await page.locator('summary', { hasText: 'Quitar 1. Seriedad' }).click();
        await check(page, 'guarantee to remove');
      }
      if (step === 'documentos') {
        await fileField(page).setInputFiles({ ...contractFile, name: 'a.exe' });
        await check(page, 'upload refused');
        await context.setOffline(true);
        await fileField(page).setInputFiles(contractFile);
        await expect(uploadStatus(page)).toContainText('Reintentar');
        await check(page, 'upload failed');
        await context.setOffline(false);
        await page.route('**/upload-url*', () => undefined);
        await fileField(page).setInputFiles(contractFile);
        await expect(page.getByRole('progressbar', { name: /^Subiendo/ })).toBeVisible();
        await check(page, 'upload under way');
        await page.getByRole('button', { name: 'Cancelar' }).click();
        await check(page, 'upload canceled');
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      }
    },
    onFilled: async (_, { step }) => {
      if (step === 'documentos') await check(page, 'upload done');
    },
  });
  await check(page, 'revisar');
  await press(page, page.getByRole('button', { name: 'Enviar solicitud' }));
  await check(page, 'revisar, refused');
  await page.goto(`${WIZARD}/documentos`);
  await check(page, 'documentos, attached');
  await page.goto(`${WIZARD}/revisar`);
  await send(page);
  await check(page, 'receipt');
});

test('a contract between privates on every page, resumed elsewhere, sent, and the pages around', async ({
  page,
  app,
  newDevice,
}) => {
  const { email, answers, shown } = privateSample('axe-privada@ejemplo.cl');
  await page.goto(`${WIZARD}/tipo`);
  await walk(page, answers, {
    onArrival: async (_, { step }) => {
      if (!step.startsWith('garantia')) await check(page, `${step}, private`);
    },
  });
  for (const text of shown) await expect(page.locator('main')).toContainText(text);
  await check(page, 'revisar, private');
  await page.goto(WIZARD);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('¿Seguimos donde quedaste?');
  await check(page, 'go on or begin another');
  await press(page, page.getByRole('link', { name: 'Seguir con mi solicitud' }));
  await expect(page).toHaveURL(`${WIZARD}/revisar`);

  await page.goto(`${WIZARD}/continuar-despues`);
  await check(page, 'continue later');
  await fillIn(page, { step: 'contacto', fields: { email: 'ana@' } });
  await press(page, page.getByRole('button', { name: 'Enviarme el enlace' }));
  await expect(page.getByLabel('Correo')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('main')).toContainText('nombre@empresa.cl');
  await check(page, 'continue later, refused');
  await fillIn(page, { step: 'contacto', fields: { email } });
  await press(page, page.getByRole('button', { name: 'Enviarme el enlace' }));
  await check(page, 'link on its way');
  const mail = await app.waitForMail(({ to }) => [to].flat().includes(email));
  const link = mail.text?.match(/http\S+\/retomar\/\S+/)?.[0] ?? '';

  const second = await newDevice();
  await second.goto(`${WIZARD}/tipo`);
  await fillIn(second, { step: 'tipo', fields: { sistemaLicitacion: 'privados' } });
  await goOn(second);
  await second.goto(link);
  await expect(second.locator('main')).toContainText('hay otra solicitud sin enviar');
  await check(second, 'resume');
  await press(second, second.getByRole('button', { name: 'Seguir aquí' }));
  await expect(second).toHaveURL(`${WIZARD}/revisar`);
  await send(second);
  for (const text of shown) await expect(second.locator('main')).toContainText(text);
  const { internal } = await mailsOf(app, email);
  for (const text of shown) expect(internal.text).toContain(text);
  await second.goto(`${WIZARD}/retomar/nada`);
  await expect(second.getByRole('heading', { level: 1 })).toHaveText('Este enlace ya no sirve');
  await check(second, 'wrong link');
  await second.getByRole('main').getByRole('link', { name: 'Pedir una garantía' }).click();
  await expect(second).toHaveURL(`${WIZARD}/tipo`);
  await second.goto(`${WIZARD}/contacto?error=rate_limited&aviso=en-otro`);
  await check(second, 'notices');
  for (const path of ['/privacidad', '/no-existe', '/comprobante/nada', `${WIZARD}/nada`]) {
    await second.goto(path);
    await check(second, path);
  }
});
