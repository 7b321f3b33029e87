import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { company, logIn } from '#tests/e2e/support/account.ts';
import { contractFile, privateSample, publicSample } from '#tests/e2e/support/answers.ts';
import {
  fileField,
  fillIn,
  goOn,
  press,
  ready,
  send,
  WIZARD,
  walk,
} from '#tests/e2e/support/journey.ts';
import { exampleVault, keep, VAULT } from '#tests/e2e/support/vault.ts';
import { startApp } from '#tests/support/app-process.ts';
import { openLiveAccount } from '#tests/support/live-account.ts';

/**
 * `node tools/screenshots.ts <folder>`: every page of the built app at 360 and 1280 px, light and
 * dark, as `<width>-<scheme>-<number>-<page>.png`. Looked at by people, not compared.
 */
const folder = resolve(process.argv[2] ?? 'screenshots');
mkdirSync(folder, { recursive: true });

const app = await startApp();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  for (const [width, height] of [
    [360, 740],
    [1280, 800],
  ] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await shootEverything(`${width}-${colorScheme}`, {
        baseURL: app.url,
        viewport: { width, height },
        colorScheme,
        locale: 'es-CL',
        reducedMotion: 'reduce',
      });
    }
  }
} finally {
  await browser.close();
  await app.close();
}

async function shootEverything(prefix: string, options: BrowserContextOptions): Promise<void> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  let count = 0;
  const shoot = async (name: string) => {
    const number = `${++count}`.padStart(2, '0');
    await page.screenshot({
      path: join(folder, `${prefix}-${number}-${name}.png`),
      fullPage: true,
    });
  };

  for (const path of [
    '/',
    '/licitaciones',
    '/contacto',
    '/asesor',
    '/experto',
    '/privacidad',
    '/no-existe',
  ]) {
    await page.goto(path);
    await shoot(path.slice(1) || 'inicio');
  }
  await shootPublic(page, shoot);
  await page.goto('/dev/correo');
  await page.locator('main li').nth(1).waitFor();
  await shoot('correo');
  await page.locator('main li a').first().click();
  await page.waitForLoadState();
  await shoot('correo-detalle');
  await shootPrivate(page, shoot);
  await shootVault(page, shoot, `${prefix}@constructora.cl`);
  await context.close();
}

type Shoot = (name: string) => Promise<void>;

async function shootPublic(page: Page, shoot: Shoot): Promise<void> {
  await page.goto(`${WIZARD}/tipo`);
  await ready(page);
  await walk(page, publicSample('ana@constructora.cl').answers, {
    onArrival: async (_, { step }) => {
      if (step === 'tipo' || step === 'contacto') {
        await goOn(page);
        await shoot(`${step}-error`);
      }
      if (step === 'documentos') {
        await shoot('documentos');
        await fileField(page).setInputFiles({ ...contractFile, name: 'a.exe' });
        await shoot('documentos-rechazado');
        await page.route('**/upload-url*', () => undefined);
        await fileField(page).setInputFiles(contractFile);
        await page.getByRole('button', { name: 'Cancelar' }).waitFor();
        await shoot('documentos-subiendo');
        await page.getByRole('button', { name: 'Cancelar' }).click();
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      }
    },
    onFilled: (_, { step }) => shoot(step),
  });
  await page.waitForURL('**/revisar');
  await shoot('revisar');
  await press(page, page.getByRole('button', { name: 'Enviar solicitud' }));
  await shoot('revisar-error');
  await page.goto(`${WIZARD}/documentos`);
  await shoot('documentos-adjunto');
  await page.goto(`${WIZARD}/revisar`);
  await send(page);
  await shoot('comprobante');
}

async function shootPrivate(page: Page, shoot: Shoot): Promise<void> {
  await page.goto(`${WIZARD}/tipo`);
  await ready(page);
  await walk(page, privateSample('pedro@montajes.cl').answers, {
    until: 'garantia-tipo',
    onFilled: (_, { step }) => shoot(`${step}-privado`),
  });
  await page.goto(WIZARD);
  await shoot('seguimos');
  await page.goto(`${WIZARD}/continuar-despues`);
  await shoot('continuar-despues');
  await fillIn(page, { step: 'contacto', fields: { email: 'pedro@montajes.cl' } });
  await press(page, page.getByRole('button', { name: 'Enviarme el enlace' }));
  await shoot('enlace-en-camino');
  const mailed = page.getByRole('link', { name: 'Sigue con tu solicitud' }).first();
  while (!(await mailed.isVisible())) await page.goto('/dev/correo');
  await mailed.click();
  await page.waitForLoadState();
  const text = await page.locator('pre').textContent();
  await page.goto(text?.match(/http\S+\/retomar\/\S+/)?.[0] ?? '/');
  await shoot('retomar');
}

async function shootVault(page: Page, shoot: Shoot, email: string): Promise<void> {
  const ana = company(email);
  const registration = { email, password: ana.password, ...ana.fields };
  await openLiveAccount(app, registration);
  await page.goto('/login');
  await logIn(page, ana);
  await page.goto(VAULT);
  await shoot('documentos-vacio');
  for (const document of exampleVault) await keep(page, document);
  for (const path of ['/panel', VAULT, `${VAULT}/formulario_29`, `${VAULT}/avisos`]) {
    await page.goto(path);
    await shoot(path.split('/').at(-1) ?? '');
  }
  await page.goto(`${VAULT}/compartir`);
  await shoot('compartir');
  await page.getByLabel('Todos los vigentes').check();
  await press(page, page.getByRole('button', { name: 'Crear enlace' }));
  await shoot('enlaces');
  await page.goto(`${VAULT}/formulario_29`);
  await press(page, page.getByRole('button', { name: /^Eliminar/ }).first());
  await shoot('documento-eliminado');
}
