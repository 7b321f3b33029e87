import type { Page } from '@playwright/test';
import { contractFile, privateSample, publicSample } from '#tests/e2e/support/answers.ts';
import { expect, test } from '#tests/e2e/support/app.ts';
import {
  fileField,
  fillIn,
  goOn,
  heldBy,
  press,
  ready,
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
/** A state of a page that was looked at on both. */
const checkState = (page: Page, what: string) => expectAccessible(page, what);

/** A page of each kind of control: back and refresh lose nothing there. */
const looked = ['tipo', 'contacto', 'direccion', 'garantia-vigencia', 'documentos'];

test('public variant: every page, error and upload state; back and refresh lose nothing', async ({
  page,
  context,
}) => {
  const { answers, shown } = publicSample('axe@ejemplo.cl');
  await page.goto('/');
  await check(page, 'home');
  await page.goto(`${WIZARD}/tipo`);
  await walk(page, answers, {
    onArrival: async (_, { step }) => {
      await check(page, step);
      if (step === 'tipo' || step === 'contacto') {
        await goOn(page);
        await checkState(page, `${step}, refused`);
      }
      if (step === 'empresa') {
        await fillIn(page, { step, fields: { rutEmpresaOferente: '1-1' } });
        await page.getByLabel('RUT').blur();
        await checkState(page, 'empresa, wrong RUT');
      }
      if (step === 'garantia-vigencia') {
        await fillIn(page, { step, fields: { vigenciaDesde: '2027-02-01' } });
        await goOn(page);
        await checkState(page, `${step}, refused`);
      }
      if (step === 'garantias' && (await page.getByText('Fiel cumplimiento').count()) > 0) {
        await page.locator('summary', { hasText: 'Quitar 1. Seriedad' }).click();
        await checkState(page, 'guarantee to remove');
      }
      if (step === 'documentos') {
        await fileField(page).setInputFiles({ ...contractFile, name: 'a.exe' });
        await checkState(page, 'upload refused');
        await context.setOffline(true);
        await fileField(page).setInputFiles(contractFile);
        await expect(uploadStatus(page)).toContainText('Reintentar');
        await checkState(page, 'upload failed');
        await context.setOffline(false);
        await page.route('**/upload-url*', () => undefined);
        await fileField(page).setInputFiles(contractFile);
        await expect(page.getByRole('progressbar', { name: /^Subiendo/ })).toBeVisible();
        await checkState(page, 'upload under way');
        await page.getByRole('button', { name: 'Cancelar' }).click();
        await checkState(page, 'upload canceled');
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      }
    },
    onFilled: async (_, answer) => {
      if (answer.step === 'documentos') await checkState(page, 'upload done');
      if (!looked.includes(answer.step)) return;
      const typed = await heldBy(page, answer);
      await goOn(page);
      await page.goBack();
      await ready(page);
      await page.reload();
      await ready(page);
      const held = await heldBy(page, answer);
      for (const [name, value] of Object.entries(typed)) {
        expect(plain(held[name]), `${answer.step} ${name}`).toBe(plain(value));
      }
      for (const { name } of Object.values(answer.files ?? {})) {
        await expect(page.locator('main')).toContainText(name);
      }
    },
  });
  for (const text of shown) await expect(page.locator('main')).toContainText(text);
  await check(page, 'revisar');
  await press(page, page.getByRole('button', { name: 'Enviar solicitud' }));
  await checkState(page, 'revisar, refused');
  await page.goto(`${WIZARD}/documentos`);
  await checkState(page, 'documentos, attached');
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
  await checkState(page, 'continue later, refused');
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

/** RUTs and amounts come back written properly: the same digits, other dots. */
function plain(text: string | undefined): string {
  return (text ?? '').replace(/[.-]/g, '').replace(/,5$/, ',50').toUpperCase();
}
