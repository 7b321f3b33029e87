import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { company, logIn, register, verify } from '#tests/e2e/support/account.ts';
import { folder, keep, paper, VAULT } from '#tests/e2e/support/vault.ts';
import { startApp } from '#tests/support/app-process.ts';
import { filesIn } from '#tests/support/mailbox-files.ts';

const out = '/tmp/v3shots';
mkdirSync(out, { recursive: true });
const app = await startApp();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH,
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const ctx0 = await browser.newContext({
    baseURL: app.url,
    locale: 'es-CL',
    timezoneId: 'America/Santiago',
  });
  const page = await ctx0.newPage();
  const ana = company('ana@constructora.cl');
  await register(page, ana);
  let code = '';
  while (!code) {
    await sleep(100);
    code =
      filesIn(app.dataDir)
        .find((m) => / es tu código /.test(m.subject))
        ?.subject.slice(0, 6) ?? '';
  }
  await verify(page, code);
  await logIn(page, ana);
  const shot = async (name: string, path: string, prep?: (p: typeof page) => Promise<void>) => {
    for (const [w, h] of [
      [1280, 800],
      [360, 740],
    ] as const)
      for (const colorScheme of ['light', 'dark'] as const) {
        if (process.env.ONLY && !process.env.ONLY.split(',').includes(`${w}-${colorScheme}`))
          continue;
        await page.setViewportSize({ width: w, height: h });
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.goto(path);
        await page.waitForTimeout(150);
        if (prep) await prep(page);
        await page.screenshot({ path: `${out}/${name}-${w}-${colorScheme}.png`, fullPage: true });
      }
  };
  await shot('empty', VAULT);
  await shot('empty-category', `${VAULT}/poliza_garantia`);
  for (const k of folder) await keep(page, k);
  await shot('panel', '/panel');
  await shot('vault', VAULT);
  await shot('cat-one', `${VAULT}/certificado_f30`);
  await shot('cat-many', `${VAULT}/formulario_29?aviso=subido&n=2`);
  await shot('otros', `${VAULT}/otros`);
  await shot('share-folder', `${VAULT}/compartir?todos=si`);
  await shot('avisos', `${VAULT}/avisos`);
  await page.goto(`${VAULT}/certificado_f30`);
  await page.getByRole('link', { name: /^Compartir/ }).click();
  await page.waitForLoadState();
  await shot('share-one', page.url());
  await page.getByText('Más opciones').click();
  await page.getByLabel('Nombre del enlace').fill('Para Aseguradora Austral');
  await page.getByLabel('Máximo de aperturas').fill('5');
  await page.getByRole('button', { name: 'Crear enlace' }).click();
  await page.waitForLoadState();
  const url = await page.locator('#enlace-nuevo').inputValue();
  await shot('links-new', page.url());
  const other = await browser.newContext();
  const p2 = await other.newPage();
  await p2.goto(url);
  await p2.screenshot({ path: `${out}/viewer.png` });
  await p2.request.get(`${url}?download=1`);
  await shot('links', `${VAULT}/enlaces`, async (p) => {
    await p
      .locator('summary')
      .first()
      .click()
      .catch(() => {});
  });
  await page.goto(`${VAULT}/formulario_29`);
  await page
    .getByRole('button', { name: /^Eliminar/ })
    .first()
    .click();
  await page.waitForLoadState();
  const undo = page.url();
  await shot('undo', undo);
  await page.goto(`${VAULT}/avisos`);
  await page.getByRole('button', { name: 'Crear dirección' }).click();
  await page.waitForLoadState();
  await shot('avisos-calendar', page.url());
  await page.route('**/api/documents/upload', (r) =>
    r.request().postData()?.includes('malo') ? r.continue() : r.abort(),
  );
  await shot('uploading', `${VAULT}/formulario_29`, async (p) => {
    await p
      .locator('input[type=file]')
      .setInputFiles([
        paper('f29-noviembre.pdf'),
        { ...paper('malo.pdf'), buffer: Buffer.from('hola'), name: 'malo.pdf' },
      ]);
    await p.locator('form[data-documents] button').click();
    await p.waitForTimeout(400);
  });
} finally {
  await browser.close();
  await app.close();
}
