import { writeFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { company, signIn } from '#tests/e2e/support/account.ts';
import { expect, test } from '#tests/e2e/support/app.ts';
import { press, ready } from '#tests/e2e/support/journey.ts';
import { expectAccessible } from '#tests/e2e/support/look.ts';
import { keep, syntheticFile, VAULT } from '#tests/e2e/support/vault.ts';
import { samples } from '#tests/support/sample-files.ts';

const page29 = `${VAULT}/formulario_29`;
async function middleOf(part: Locator): Promise<[number, number]> {
  const box = await part.boundingBox();
  if (!box) throw new Error('Nothing is shown.');
  return [box.x + box.width / 2, box.y + box.height / 2];
}
const submit = (page: Page) => page.getByRole('button', { name: 'Subir' });

test.beforeEach(async ({ page, app }, { testId }) => {
  await signIn(page, app, company(`${testId}@constructora.cl`));
  await page.goto(page29);
  await ready(page);
});

test.describe('an uploaded file', () => {
  test.use({ tolerated: /status of 400|Failed to load resource/ });
  test('that is refused keeps the page and lets the others arrive, and one that breaks off can be sent again', async ({
    page,
    context,
  }) => {
    const files = [syntheticFile('f29-enero.pdf'), syntheticFile('f29-febrero.pdf')];
    await page.getByLabel('Archivo').setInputFiles(files);
    await press(page, submit(page));
    // Each file belongs to another month, so none replaces another.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirma tus documentos');
    for (const [n, day] of ['2026-01-20', '2026-02-20'].entries()) {
      await expect(page.getByLabel('Qué documento es').nth(n)).toHaveValue('formulario_29');
      await page.getByLabel('De cuándo es').nth(n).fill(day);
    }
    await press(page, page.getByRole('button', { name: 'Guardar todos' }));
    await expect(page.getByRole('status')).toHaveText('Guardamos 2 documentos.');

    await page.goto(page29);
    await expect(page.locator('main')).toContainText('Del 20-01-2026');
    await expect(page.locator('main')).toContainText('Del 20-02-2026');
    await ready(page);
    const bad = { ...syntheticFile('f29-marzo.pdf'), buffer: Buffer.from('hola') };
    await page.getByLabel('Archivo').setInputFiles([bad, syntheticFile('f29-abril.pdf')]);
    await submit(page).click();
    const rows = page.locator('[data-progress] li');
    await expect(rows.nth(0)).toContainText('f29-marzo.pdf: El archivo no es un PDF');
    await expect(rows.nth(1)).toHaveText('f29-abril.pdf: subido, falta confirmarlo.');
    await expectAccessible(page, 'upload, one refused');
    await press(page, page.getByRole('link', { name: 'Confirmar lo que subió' }));
    await expect(page.getByRole('group', { name: /^f29-abril/ })).toBeVisible();
    await expect(page.getByRole('group', { name: /^f29-marzo/ })).toHaveCount(0);

    // A bad connection shows progress, cancel, then a retry that arrives.
    await page.goto(page29);
    await ready(page);
    await page.route('**/api/documents/upload*', () => undefined);
    await page.getByLabel('Archivo').setInputFiles(syntheticFile('f29-mayo.pdf'));
    await submit(page).click();
    await expect(page.getByRole('progressbar', { name: 'Subiendo f29-mayo.pdf' })).toBeVisible();
    await expectAccessible(page, 'upload under way');
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await expect(page.locator('[data-progress]')).toHaveText('f29-mayo.pdf: subida cancelada.');
    await page.unrouteAll({ behavior: 'ignoreErrors' });

    await context.setOffline(true);
    await submit(page).click();
    await expect(page.locator('[data-progress]')).toContainText('no pudimos subirlo');
    await expectAccessible(page, 'upload failed');
    await context.setOffline(false);
    await press(page, page.getByRole('button', { name: 'Reintentar' }));
    await expect(page.getByRole('status').first()).toHaveText('Guardamos el documento.');
  });
});

test('a file control shows in Spanish what it holds, and accepts dropped files', async ({
  page,
}, info) => {
  const control = page.locator('.file-control');
  await expect(control).toHaveText('Elegir archivosSin archivos');
  await expect(control.locator('input')).toHaveCSS('color', 'rgba(0, 0, 0, 0)');
  await page.getByLabel('Archivo').setInputFiles([syntheticFile('a.pdf'), syntheticFile('b.pdf')]);
  await expect(control).toHaveText('Elegir archivos2 archivos');
  await expectAccessible(page, 'chosen files');
  // Our words take no press: all of the control is the native one.
  const chooser = page.waitForEvent('filechooser');
  await page.mouse.click(...(await middleOf(control.getByText('Elegir archivos'))));
  await chooser;
  await page.getByLabel('Archivo').focus();
  await expect(page.getByLabel('Archivo')).toHaveCSS('outline-style', 'solid');

  // The browser's own file input takes dropped files.
  await page.goto(page29);
  await ready(page);
  const files = ['a.pdf', 'b.pdf'].map((name) => info.outputPath(name));
  for (const file of files) writeFileSync(file, samples.pdf);
  const [x, y] = await middleOf(page.locator('.file-control'));
  const data = { items: [], files, dragOperationsMask: 1 };
  const devtools = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devtools.send('Input.dispatchDragEvent', { type, x, y, data });
  }
  await press(page, submit(page));
  await expect(page.getByRole('group', { name: /^[ab]\.pdf/ })).toHaveCount(2);
});

test('an upload replaces a chosen or the only document, and a deletion can be undone for ten seconds', async ({
  page,
}) => {
  await keep(page, { category: 'formulario_29', name: 'f29-julio.pdf' });
  await keep(page, { category: 'formulario_29', name: 'f29-agosto.pdf' });
  await page.goto(page29);
  await press(page, page.getByRole('link', { name: 'Reemplazar f29-julio.pdf' }));
  await expect(page.getByRole('heading', { name: 'Reemplazar f29-julio.pdf' })).toBeVisible();
  await page.getByLabel('Archivo').setInputFiles(syntheticFile('f29-julio-corregido.pdf'));
  await press(page, page.getByRole('button', { name: 'Reemplazar', exact: true }));
  const names = () => page.locator('main li h2').allTextContents();
  expect((await names()).sort()).toEqual(['f29-agosto.pdf', 'f29-julio-corregido.pdf']);

  for (const name of ['uno.pdf', 'dos.pdf'] as const) {
    await page.goto(`${VAULT}/carpeta_tributaria`);
    await page.getByLabel('Archivo').setInputFiles(syntheticFile(name));
    await press(page, page.locator('form[data-documents] button'));
    expect(await names()).toEqual([name]);
  }
  await press(page, page.getByRole('button', { name: 'Deshacer' }));
  expect(await names()).toEqual(['uno.pdf']);
  await page.getByText('Versión anterior', { exact: true }).click();
  await expectAccessible(page, 'former versions');
  await press(page, page.getByRole('button', { name: 'Volver a esta versión dos.pdf' }));
  expect(await names()).toEqual(['dos.pdf']);

  await keep(page, { category: 'formulario_29', name: 'f29-junio.pdf' });
  await page.goto(page29);
  const remove = page.getByRole('button', { name: 'Eliminar f29-junio.pdf' });
  const undo = page.getByRole('button', { name: 'Deshacer' });
  await remove.focus();
  const arrived = page.waitForEvent('load');
  await page.keyboard.press('Enter');
  await arrived;
  await ready(page);
  await expect(remove).toHaveCount(0);
  await expect(page.locator('[data-focus]')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(undo).toBeFocused();
  await press(page, undo);
  await expect(page.getByRole('status')).toHaveText('El documento está de vuelta.');
  // The clock stops, because a busy machine may draw longer than the ten seconds.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await press(page, remove);
  await page.clock.runFor(9_000);
  await expect(undo).toBeVisible();
  await undo.focus();
  await page.clock.runFor(20_000);
  await expect(undo).toBeVisible();
  await undo.blur();
  await page.clock.runFor(2_000);
  await expect(undo).toHaveCount(0);
});
