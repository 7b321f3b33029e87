import { readFile } from 'node:fs/promises';
import type { APIRequestContext } from '@playwright/test';
import { filesFor } from '#tests/e2e/support/advisor.ts';
import {
  contractFile,
  otherFile,
  privateSample,
  publicSample,
  type Sample,
  shortSample,
} from '#tests/e2e/support/answers.ts';
import { type App, expect, test } from '#tests/e2e/support/app.ts';
import {
  fillIn,
  goOn,
  prepare,
  press,
  receiptNumber,
  send,
  WIZARD,
  walk,
} from '#tests/e2e/support/journey.ts';
import { expectAccessible } from '#tests/e2e/support/look.ts';
import { countMails, expectPdfToSay, mailsOf } from '#tests/e2e/support/mails.ts';
import { publicBody } from '#tests/support/bodies.ts';

test('a public tender, from the home page to the receipt and both mails', async ({ page, app }) => {
  const sample = publicSample('ana@andamios.cl');
  await page.goto('/');
  await page.getByRole('link', { name: 'Pedir mi garantía' }).first().click();
  await walk(page, sample.answers);
  for (const text of sample.shown) await expect(page.locator('main')).toContainText(text);

  await press(page, page.getByRole('link', { name: 'Cambiar Contacto', exact: true }));
  await expect(page.getByLabel('Nombre y apellido')).toHaveValue('Ana Muñoz');
  await fillIn(page, { step: 'contacto', fields: { telefonoSolicitante: '+56 2 2987 6543' } });
  await goOn(page);
  await expect(page).toHaveURL(`${WIZARD}/revisar`);
  await expect(page.locator('main')).toContainText('+56 2 2987 6543');
  await expect(page.locator('main')).not.toContainText('+56 9 1234 5678');
  const shown = sample.shown.map((text) => text.replace('+56 9 1234 5678', '+56 2 2987 6543'));

  const number = await send(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Recibimos tu solicitud');
  for (const text of shown) await expect(page.locator('main')).toContainText(text);

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Descargar comprobante' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/\.pdf$/);
  await expectPdfToSay(await readFile(await saved.path()), `N.º ${number}`);

  await expectMails(app, page.request, { ...sample, shown }, number);
});

test('a request is sent once: double click, refresh, back and another tab', async ({
  page,
  context,
  app,
}) => {
  const sample = privateSample('una-vez@montajes.cl');
  await prepare(page, sample.answers);
  const otherTab = await context.newPage();
  await otherTab.goto(`${WIZARD}/revisar`);

  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Enviar solicitud' }).dblclick({ noWaitAfter: true });
  const number = await receiptNumber(page);
  await page.reload();
  expect(await receiptNumber(page)).toBe(number);
  await page.goBack();
  if (page.url().includes('revisar')) await send(page);
  expect(await receiptNumber(page)).toBe(number);
  expect(await send(otherTab)).toBe(number);

  const next = await page.request.post('/api/guarantees/public', { data: publicBody });
  expect((await next.json()).data.submissionId).toBe(Number(number) + 1);
  expect(countMails(app, sample.email)).toBe(2);
});

test('after sending, another request keeps contact and company, and leaves the first alone', async ({
  page,
}) => {
  const sample = shortSample('otra@constructora.cl');
  await prepare(page, sample.answers);
  const number = await send(page);
  const receipt = page.url();
  await press(page, page.getByRole('button', { name: 'Pedir otra garantía' }));
  await expect(page).toHaveURL(`${WIZARD}/licitacion`);
  const known = page.getByRole('region', { name: 'Lo que ya sabemos' });
  await expect(known).toContainText(`tu solicitud N.º ${number}`);
  await expect(known).toContainText(sample.email);
  await expectAccessible(page, 'licitacion, of another request');
  await press(page, known.getByRole('link', { name: 'Cambiar Contacto' }));
  await fillIn(page, { step: 'contacto', fields: { nombreSolicitante: 'Berta Díaz' } });
  await goOn(page);
  await expect(page).toHaveURL(`${WIZARD}/licitacion`);
  await expect(known).toContainText('Berta Díaz');
  await goOn(page);
  await goOn(page);
  await expect(page).toHaveURL(`${WIZARD}/garantia-tipo`);

  await page.goto(receipt);
  expect(await receiptNumber(page)).toBe(number);
  await expectAccessible(page, 'receipt, another request begun');
  await press(page, page.getByRole('button', { name: 'Pedir otra garantía' }));
  await expect(page).toHaveURL(`${WIZARD}/garantia-tipo`);

  await page.goto(WIZARD);
  await press(page, page.getByRole('button', { name: 'Empezar otra' }));
  await walk(page, sample.answers, { until: 'contacto' });
  await page.goto(receipt);
  await expect(page.locator('main')).toContainText('otra solicitud sin enviar');
  await expectAccessible(page, 'receipt, another draft here');
  await press(page, page.getByRole('button', { name: 'Pedir otra garantía' }));
  await expect(page).toHaveURL(`${WIZARD}/licitacion`);
});

/** Both mails say everything they must, and what they link to is there. */
async function expectMails(
  app: App,
  request: APIRequestContext,
  { email, shown }: Sample,
  number: string,
): Promise<void> {
  const { acknowledgement, internal } = await mailsOf(app, email);
  expect(internal.subject).toContain(number);
  for (const text of shown) expect(internal.text).toContain(text);
  const files = shown.includes(contractFile.name) ? [contractFile, otherFile] : [];
  expect(await filesFor(app, internal)).toEqual(files.map(({ buffer }) => buffer));

  expect(acknowledgement.subject).toContain(number);
  expect(acknowledgement.text).toContain(`N.º ${number}`);
  // The address is unproved: what was typed is behind the link alone.
  for (const text of shown) expect(acknowledgement.text).not.toContain(text);
  expect(acknowledgement.attachments ?? []).toEqual([]);
  const link = acknowledgement.text?.match(/http\S+\/comprobante\/\S+/)?.[0] ?? '';
  const pdf = await request.get(`${link}/pdf`);
  await expectPdfToSay(await pdf.body(), `N.º ${number}`);
  expect(countMails(app, email)).toBe(2);
}
