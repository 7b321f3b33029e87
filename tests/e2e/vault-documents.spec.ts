import type { Page } from '@playwright/test';
import { formatDate } from '#lib/platform/chile/format.ts';
import { company, signIn } from '#tests/e2e/support/account.ts';
import { expect, test } from '#tests/e2e/support/app.ts';
import { errorSummary, openFold, press, ready } from '#tests/e2e/support/journey.ts';
import { expectAccessible } from '#tests/e2e/support/look.ts';
import { syntheticFile, VAULT } from '#tests/e2e/support/vault.ts';
import { createDocument } from '#tests/support/synthetic-documents/reading-score.ts';

/** Makes documents that name their kind. */
const newDocument = async (kind: string, name: string, n = 1) => {
  const { bytes, ...truth } = await createDocument(kind, n);
  return { truth, file: { name, mimeType: 'application/pdf', buffer: bytes } };
};
const row = (page: Page, name: string) =>
  page.getByRole('group', { name: new RegExp(`^${name.replaceAll('.', '\\.')}`) });

/** Waits for what was read, which the page shows by itself, also if it was drawn before. */
async function untilRead(page: Page, words: string) {
  await expect(page.locator('main')).toContainText(words, { timeout: 60_000 });
  await ready(page);
}

// A test uploads a file that the server refuses for its content.
test.use({ tolerated: /status of 400 .*\/api\/documents\/arrivals/ });

test.beforeEach(async ({ page, app }, { testId }) => {
  await signIn(page, app, company(`${testId}@constructora.cl`));
  await page.goto(VAULT);
  await ready(page);
});

test('files uploaded together are saved as what was read in them, after corrections, or wait to be sorted', async ({
  page,
}) => {
  const tax = await newDocument('carpeta_tributaria', 'uno.pdf');
  const labour = await newDocument('certificado_f30', 'dos.pdf');
  const names = ['Cédula.jpg', 'e-rut.jpg', 'E_RUT 2.jpg', 'plan.docx'] as const;
  const buffer = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic');
  const odd = { ...syntheticFile('x.pdf'), name: 'foto.heic', buffer };
  const files = [tax.file, labour.file, ...names.map((name) => syntheticFile(name)), odd];
  await page.getByRole('link', { name: 'Subir documentos' }).click();
  await page.getByLabel('Archivo').setInputFiles(files);
  await page.getByRole('button', { name: 'Subir', exact: true }).click();
  await expect(page.locator('[data-progress]')).toContainText('foto.heic: Tu teléfono guardó');
  await press(page, page.getByRole('link', { name: 'Confirmar lo que subió' }));
  await untilRead(page, 'Leímos: Certificado de antecedentes laborales');
  await expectAccessible(page, 'files to be ordered');
  const subject = (name: string) => row(page, name).getByLabel('Qué documento es');
  // The paper of another company is proposed aside.
  await expect(subject('uno.pdf')).toHaveValue('otros');
  await subject('uno.pdf').selectOption('carpeta_tributaria');
  await row(page, 'uno.pdf').getByLabel('Sí es de mi empresa').check();
  const when = row(page, 'uno.pdf').getByLabel('De cuándo es');
  await expect(when).toHaveValue(tax.truth.issuedAt ?? '');
  await expect(row(page, 'uno.pdf')).toContainText('no de tu empresa.');
  await expect(subject('dos.pdf')).toHaveValue('otros');
  await expect(subject('Cédula.jpg')).toHaveValue('cedula_identidad');
  await expect(row(page, 'Cédula.jpg')).toContainText('No encontramos texto que leer');
  await expect(subject('e-rut.jpg')).toHaveValue('e_rut');
  // A second e-RUT would replace the first, so it is not preselected.
  await expect(subject('E_RUT 2.jpg')).toHaveValue('');

  await when.fill('2099-11-02');
  await subject('E_RUT 2.jpg').selectOption('e_rut');
  await subject('plan.docx').selectOption('otros');
  await press(page, page.getByRole('button', { name: 'Guardar todos' }));
  await expect(page.locator('main')).toContainText('y elegiste otro también');
  await expect(errorSummary(page)).toContainText('uno.pdf');
  await expect(when).toHaveAccessibleDescription(/todavía no llega/);
  await when.fill('2026-11-02');
  await expectAccessible(page, 'files to be ordered, one refused');
  await subject('E_RUT 2.jpg').selectOption('descartar');
  await expect(when).toHaveValue('2026-11-02');
  await press(page, page.getByRole('button', { name: 'Guardar todos' }));
  await expect(page.getByRole('status')).toHaveText('Guardamos 5 documentos.');
  const name = 'Carpeta tributaria electrónica';
  const folder = page.getByRole('link', { name, exact: true, includeHidden: true });
  await openFold(folder);
  await press(page, folder);
  await expect(page.getByText('Del 02-11-2026')).toBeVisible();

  // One upload is cancelled, and the others wait.
  await page.goto(VAULT);
  await ready(page);
  const hold: (() => void)[] = [];
  await page.route('**/api/documents/arrivals*', async (route) => {
    await new Promise<void>((go) => hold.push(go));
    await route.continue().catch(() => undefined);
  });
  await page.getByRole('link', { name: 'Subir documentos' }).click();
  await page
    .getByLabel('Archivo')
    .setInputFiles([syntheticFile('a.jpg'), syntheticFile('b.jpg'), syntheticFile('c.jpg')]);
  await page.getByRole('button', { name: 'Subir', exact: true }).click();
  const lines = page.locator('[data-progress] li');
  await expect(lines.nth(2)).toContainText('c.jpg: en espera.');
  await lines.nth(2).getByRole('button', { name: 'Cancelar' }).click();
  await expect(lines.nth(2)).toHaveText('c.jpg: cancelado.');
  await expectAccessible(page, 'many on their way');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const go of hold) go();
  await page.waitForURL('**/ordenar');
  await expect(page.locator('main').getByRole('group')).toHaveCount(2);
  await page.goto(VAULT);
  await expect(page.locator('main')).toContainText('Subiste 2 archivos y falta confirmarlos.');
});

test('after an upload the page asks about the date it read, and a guarantee is filled in from its document', async ({
  page,
}) => {
  const debt = await newDocument('certificado_deuda_tgr', 'tgr.pdf');
  await page.goto(`${VAULT}/certificado_deuda_tgr`);
  await page.getByLabel('Archivo').setInputFiles(debt.file);
  await press(page, page.locator('form[data-documents] button'));
  await untilRead(page, 'Leímos que es del');
  await expectAccessible(page, 'what was read of a document');
  await expect(page.locator('main')).toContainText('según la fecha que leímos');
  await press(page, page.getByRole('button', { name: /^Sí, usar esa fecha/ }));
  await expect(page.getByRole('status')).toContainText('Guardamos los cambios.');
  await expect(page.getByText(`Del ${formatDate(debt.truth.issuedAt ?? '')}`)).toBeVisible();
  await expect(page.getByText('Leímos que')).toHaveCount(0);

  const { file, truth } = await newDocument('poliza', 'poliza.pdf', 2);
  await page.goto('/panel/garantias/nueva');
  await page.getByLabel('Número del documento').fill('MÍO-1');
  await page.locator('input[type=file]').setInputFiles(file);
  await press(page, page.getByRole('button', { name: 'Leer el documento y completar' }));
  await expect(page.getByRole('status').first()).toContainText('Completamos lo que leímos');
  await expectAccessible(page, 'a guarantee that was read');
  await expect(page.getByLabel('Número del documento')).toHaveValue('MÍO-1');
  await expect(page.locator('[name=issuerName]')).toHaveValue(truth.guarantee?.issuerName ?? '');
  await expect(page.locator('[name=validTo]')).toHaveValue(
    formatDate(truth.guarantee?.validTo ?? ''),
  );
});
