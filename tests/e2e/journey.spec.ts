import { readFile } from 'node:fs/promises';
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';
import { filesFor } from '#tests/e2e/support/advisor.ts';
import {
  type Answer,
  contractFile,
  otherFile,
  privateSample,
  publicSample,
  type Sample,
  shortSample,
} from '#tests/e2e/support/answers.ts';
import { type App, expect, test } from '#tests/e2e/support/app.ts';
import {
  addressIn,
  atStep,
  fileField,
  fillIn,
  goOn,
  heldBy,
  prepare,
  press,
  ready,
  receiptNumber,
  send,
  uploadStatus,
  WIZARD,
  walk,
} from '#tests/e2e/support/journey.ts';
import { expectAccessible } from '#tests/e2e/support/look.ts';
import { countMails, expectPdfToSay, linkIn, mailsOf } from '#tests/e2e/support/mails.ts';
import { publicBody } from '#tests/support/request-bodies.ts';

/** Pages with each kind of control, on which back and refresh must lose nothing. */
const returnedTo = ['tipo', 'contacto', 'empresa', 'garantia-vigencia', 'documentos'];

test.describe('a request for a public tender', () => {
  // The journey has refused files, and files that do not arrive.
  test.use({ tolerated: /Failed to load resource/ });

  test('goes from the home page to the receipt and both mails, through every page, error and upload state', async ({
    page,
    context,
    app,
    browserName,
  }) => {
    /** Checks the visible page: a page on a phone and a computer, a state of it on a phone. */
    const check = async (action: string, widths = [1280]) => {
      if (browserName === 'chromium') await expectAccessible(page, action, widths);
    };
    const checkState = (subject: string) => check(subject, []);
    const sample = publicSample('ana@andamios.cl');
    await page.goto('/');
    await check('home');
    await page.getByRole('link', { name: 'Pedir mi garantía' }).first().click();
    await walk(page, sample.answers, {
      onArrival: async (_, { step }) => {
        await check(step);
        if (step === 'tipo' || step === 'contacto') {
          await goOn(page);
          await checkState(`${step}, refused`);
        }
        if (step === 'empresa') {
          await fillIn(page, { step, fields: { rutEmpresaOferente: '1-1' } });
          await page.getByLabel('RUT').blur();
          await checkState('empresa, wrong RUT');
        }
        if (step === 'garantia-vigencia') {
          await fillIn(page, { step, fields: { vigenciaDesde: '2027-02-01' } });
          await goOn(page);
          await checkState(`${step}, refused`);
        }
        if (step === 'garantias' && (await page.getByText('Fiel cumplimiento').count()) > 0) {
          await page.locator('summary', { hasText: 'Quitar 1. Seriedad' }).click();
          await checkState('guarantee to remove');
        }
        if (step === 'documentos') await failUploads(page, context, checkState);
      },
      onFilled: async (_, answer) => {
        if (answer.step === 'documentos') await checkState('upload done');
        if (returnedTo.includes(answer.step)) await returnTo(page, answer);
      },
    });
    for (const text of sample.shown) await expect(page.locator('main')).toContainText(text);
    await check('revisar');
    await press(page, page.getByRole('button', { name: 'Enviar solicitud' }));
    await checkState('revisar, refused');
    await page.goto(addressIn(page, 'documentos'));
    await checkState('documentos, attached');
    await page.goto(addressIn(page, 'revisar'));
    await press(page, page.getByRole('link', { name: 'Cambiar Nombre', exact: true }));
    await expect(page.getByLabel('Nombre y apellido')).toHaveValue('Ana Muñoz');
    await fillIn(page, { step: 'contacto', fields: { telefonoSolicitante: '+56 2 2987 6543' } });
    await goOn(page);
    await expect(page).toHaveURL(atStep('revisar'));
    await expect(page.locator('main')).not.toContainText('+56 9 1234 5678');
    const shown = sample.shown.map((text) => text.replace('+56 9 1234 5678', '+56 2 2987 6543'));

    const number = await send(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Recibimos tu solicitud');
    for (const text of shown) await expect(page.locator('main')).toContainText(text);
    await check('receipt');

    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Comprobante de la solicitud' }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toMatch(/\.pdf$/);
    await expectPdfToSay(await readFile(await saved.path()), `N.º ${number}`);

    await expectMails(app, page.request, { ...sample, shown }, number);
  });
});

test('a request is sent once in spite of a double click, a reload, the back button and another tab', async ({
  page,
  context,
  app,
}) => {
  const sample = privateSample('una-vez@montajes.cl');
  await prepare(page, sample.answers);
  const otherTab = await context.newPage();
  await otherTab.goto(page.url());

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

test('after sending, another request is filled in with contact and company, and the first one stays', async ({
  page,
}) => {
  const sample = shortSample('otra@constructora.cl');
  await prepare(page, sample.answers);
  const number = await send(page);
  const receipt = page.url();
  await press(page, page.getByRole('button', { name: 'Pedir otra garantía' }));
  await expect(page).toHaveURL(atStep('licitacion'));
  const known = page.getByRole('region', { name: 'Lo que ya sabemos' });
  await expect(known).toContainText(`tu solicitud N.º ${number}`);
  await expect(known).toContainText(sample.email);
  await expectAccessible(page, 'licitacion, of another request');
  await press(page, known.getByRole('link', { name: 'Cambiar Contacto' }));
  await fillIn(page, { step: 'contacto', fields: { nombreSolicitante: 'Berta Díaz' } });
  await goOn(page);
  await expect(page).toHaveURL(atStep('licitacion'));
  await expect(known).toContainText('Berta Díaz');
  await goOn(page);
  await expect(page).toHaveURL(atStep('garantia-monto'));

  await page.goto(receipt);
  expect(await receiptNumber(page)).toBe(number);
  await expectAccessible(page, 'receipt, another request begun');
  await press(page, page.getByRole('button', { name: 'Pedir otra garantía' }));
  await expect(page).toHaveURL(atStep('garantia-monto'));

  await page.goto(WIZARD);
  await press(page, page.getByRole('link', { name: 'Empezar otra' }));
  await walk(page, sample.answers, { until: 'contacto' });
  await page.goto(receipt);
  // The draft begun from this receipt continues. The new one stays in the list.
  await press(page, page.getByRole('button', { name: 'Pedir otra garantía' }));
  await expect(page).toHaveURL(atStep('garantia-monto'));
});

/** Tries every way in which an upload ends before it is done. */
async function failUploads(
  page: Page,
  context: BrowserContext,
  checkState: (subject: string) => Promise<void>,
): Promise<void> {
  await fileField(page).setInputFiles({ ...contractFile, name: 'a.exe' });
  await checkState('upload refused');
  await context.setOffline(true);
  await fileField(page).setInputFiles(contractFile);
  await expect(uploadStatus(page)).toContainText('Reintentar');
  await checkState('upload failed');
  await context.setOffline(false);
  await page.route('**/upload-url*', () => undefined);
  await fileField(page).setInputFiles(contractFile);
  await expect(page.getByRole('progressbar', { name: /^Subiendo/ })).toBeVisible();
  await checkState('upload under way');
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await checkState('upload canceled');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

/** Goes on, back and reloads: typed values stay. */
async function returnTo(page: Page, answer: Answer): Promise<void> {
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
}

/** Normalises RUTs and amounts, which come back with the same digits and other dots. */
function plain(text: string | undefined): string {
  return (text ?? '').replace(/[.-]/g, '').replace(/,5$/, ',50').toUpperCase();
}

/** Kinds, amounts, days and ids of tenders are chosen or parsed, so the mail contains them. */
const chosen =
  /^(Seriedad de la oferta|Fiel cumplimiento|Anticipo|(\$|UF|US\$) [\d.,]+|[\d-]+ al [\d-]+)$|^\d+-\d+-[A-Z]+\d+$/;

/** Expects both mails complete, and their links to work. */
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
  // The address is unproved, so free text is only behind the link.
  for (const text of shown) {
    const reportedText = expect.soft(acknowledgement.text, text);
    if (chosen.test(text)) reportedText.toContain(text);
    else reportedText.not.toContain(text);
  }
  expect(acknowledgement.attachments ?? []).toEqual([]);
  const link = linkIn(acknowledgement, 'comprobante/');
  const pdf = await request.get(`${link}/pdf`);
  await expectPdfToSay(await pdf.body(), `N.º ${number}`);
  expect(countMails(app, email)).toBe(2);
}
