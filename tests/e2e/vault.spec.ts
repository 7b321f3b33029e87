import type { Page } from '@playwright/test';
import { company, signUp } from '#tests/e2e/support/account.ts';
import { type App, expect, test } from '#tests/e2e/support/app.ts';
import { openFold, press, ready } from '#tests/e2e/support/journey.ts';
import { expectAccessible } from '#tests/e2e/support/look.ts';
import { linkIn } from '#tests/e2e/support/mails.ts';
import { inDays, syntheticFile, VAULT } from '#tests/e2e/support/vault.ts';
import { samples } from '#tests/support/sample-files.ts';

// A closed link is 410, which browsers report on the console.
test.use({ tolerated: /status of 410/ });

test('a new company fills its vault, shares a document, closes the link and manages its alerts', async ({
  page,
  app,
  newDevice,
}) => {
  await journey({ page, app, newDevice });
  await hearOfIt({ page, app, newDevice });
});

type World = { page: Page; app: App; newDevice: () => Promise<Page> };

async function journey({ page, app, newDevice }: World): Promise<void> {
  await signUp(page, app, company('boveda@constructora.cl'));
  await press(page, page.getByRole('link', { name: 'Subir documentos' }));
  await expect(page.locator('main')).toContainText('0de 13 al día');
  await expectAccessible(page, 'empty vault');

  await upload(page, 'Cédula de identidad', syntheticFile('cedula.jpg'));
  await upload(page, 'e-RUT', syntheticFile('e-rut.pdf'));
  await upload(page, 'Carpeta tributaria electrónica', syntheticFile('carpeta.pdf'));
  await upload(page, 'Poderes y personería vigentes', syntheticFile('poderes.docx'));
  const f30 = 'Certificado de antecedentes laborales (F30)';
  await upload(page, f30, syntheticFile('f30.pdf'), inDays(5));
  await expectAccessible(page, 'category with a document');

  await page.goto(VAULT);
  await expect(page.locator('main')).toContainText('2de 13 al día');
  await expect(page.getByRole('listitem').filter({ hasText: f30 }).first()).toContainText(
    'Vence en 5 días',
  );
  await expect(page.getByRole('navigation', { name: 'Panel' })).toContainText(
    '4 necesitan atención',
  );
  const { expiring } = await (await page.request.get('/api/documents/alerts')).json();
  expect(expiring).toMatchObject([{ daysUntilExpiry: 5, alertLevel: 'critical' }]);
  await expectAccessible(page, 'vault');

  const shown = page.getByRole('link', { name: `Detalles ${f30}`, includeHidden: true }).last();
  await openFold(shown);
  await press(page, shown);
  await press(page, page.getByRole('link', { name: 'Compartir f30.pdf' }));
  await page.getByLabel('24 horas').check();
  await page.getByLabel('Nombre o aseguradora', { exact: true }).fill('Aseguradora Andes');
  await page.getByText('Más opciones').click();
  await page.getByLabel('Máximo de visitas').fill('mil');
  await expectAccessible(page, 'share');
  await press(page, page.getByRole('button', { name: 'Crear enlace' }));
  await expect(page.getByLabel('24 horas')).toBeChecked();
  await page.getByLabel('Máximo de visitas').fill('5');
  await expectAccessible(page, 'share, refused');
  await press(page, page.getByRole('button', { name: 'Crear enlace' }));
  const link = await page.getByLabel('Enlace').inputValue();
  await expect(page.locator('main')).toContainText('0 de 5 visitas');
  await expect(page.getByRole('button', { name: /^Copiar/ }).first()).toBeVisible();
  await expectAccessible(page, 'new link');

  const stranger = await newDevice();
  await stranger.goto(link);
  const download = stranger.waitForEvent('download');
  await stranger.getByRole('link', { name: 'Descargar' }).click();
  expect(await bytesOf(await download)).toEqual(samples.pdf);

  const file = { name: 'f30-nuevo.pdf', mimeType: 'application/pdf', buffer: samples.pdf };
  await page.request.post('/api/documents/upload', {
    multipart: { category: 'certificado_f30', expiresAt: inDays(5), file },
  });
  const seen = stranger.waitForResponse((response) => response.url().includes('inline'));
  await stranger.goto(link);
  await expect(stranger.locator('main')).toContainText('f30-nuevo.pdf');
  await seen;
  await page.goto(`${VAULT}/enlaces`);
  await expect(page.getByLabel('Enlace')).toHaveValue(link);
  await expect(page.locator('main')).toContainText('muestra f30-nuevo.pdf.');
  await expect(page.locator('main')).toContainText(', para Aseguradora Andes');
  // The page shows the document by itself after its download, if the visitor stays long enough.
  await expect(page.locator('main')).toContainText(
    /1 de 5 visitas, (la última )?el .* · (1 documento visto|2 documentos vistos) · 1 descarga/,
  );
  await page.locator('summary', { hasText: 'Detalles' }).click();
  await expectAccessible(page, 'links');
  await page.locator('summary', { hasText: 'Cerrar enlace' }).click();
  await expectAccessible(page, 'link to close');
  await press(page, page.getByRole('button', { name: /^Sí, cerrar/ }));
  await expect(page.getByRole('status')).toContainText('Cerraste el enlace');
  await expect(page.locator('main')).toContainText('No tienes enlaces abiertos');
  await page.getByText('Enlaces cerrados (1)').click();
  await expect(page.locator('main')).toContainText('lo cerraste el');
  await expectAccessible(page, 'ended links');
  await page.goto(`${VAULT}/compartir`);
  await ready(page);
  const all = page.locator('[name=todos]');
  const names = ((await all.getAttribute('value')) ?? '').split(' ');
  expect(names.length).toBeGreaterThan(1);
  await all.check();
  for (const name of names) await expect(page.locator(`[name="doc-${name}"]`)).toBeChecked();
  expect((await stranger.goto(link))?.status()).toBe(410);
  await expect(stranger.getByRole('heading', { level: 1 })).toContainText('ya no está disponible');
}

/** Follows the mail about an expiring document, from a start to its unsubscribe link. */
async function hearOfIt({ page, app, newDevice }: World): Promise<void> {
  await app.restart();
  const mail = await app.waitForMail(({ subject }) => /\(F30\): vence en 5 días/.test(subject));
  expect(mail.headers?.['List-Unsubscribe']).toContain(`${app.url}/api/documents/alerts/`);
  const phone = await newDevice();
  await phone.goto(linkIn(mail, 'avisos/'));
  await expectAccessible(phone, 'unsubscribe');
  await phone.getByRole('button', { name: 'Dejar de recibirlos' }).click();
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Ya no recibes estos avisos');

  const replaceLink = linkIn(mail, 'certificado_f30');
  await phone.goto(replaceLink);
  await expect(phone).toHaveURL(/\/login\?next=.*certificado_f30.*reemplazar/);
  await page.goto(replaceLink);
  await expect(page.getByRole('heading', { name: 'Reemplazar' })).toBeVisible();
  await page.goto(`${VAULT}/avisos`);
  await press(page, page.getByRole('button', { name: 'Activar avisos' }));
  await expect(page.locator('main')).toContainText('Activados');
  await press(page, page.getByRole('button', { name: 'Crear enlace de suscripción' }));
  await expect(page.getByRole('button', { name: /^Copiar/ })).toBeVisible();
  await expectAccessible(page, 'alerts');
  const calendar = await phone.request.get(
    await page.getByLabel('Enlace de suscripción').inputValue(),
  );
  expect(await calendar.text()).toContain(`DTSTART;VALUE=DATE:${inDays(5).replaceAll('-', '')}`);
}

async function upload(
  page: Page,
  label: string,
  file: ReturnType<typeof syntheticFile>,
  expiresAt?: string,
): Promise<void> {
  await page.goto(VAULT);
  await press(page, page.getByRole('link', { name: `Subir ${label}`, exact: true }).first());
  await page.getByLabel('Archivo').setInputFiles(file);
  if (expiresAt) await page.getByLabel('Vence el').fill(expiresAt);
  await press(page, page.getByRole('button', { name: 'Subir' }));
  await expect(page.getByRole('status').first()).toHaveText('Guardamos el documento.');
  await expect(page.locator('main')).toContainText(file.name);
}

async function bytesOf(download: { path: () => Promise<string> }): Promise<Buffer> {
  const { readFile } = await import('node:fs/promises');
  return readFile(await download.path());
}
