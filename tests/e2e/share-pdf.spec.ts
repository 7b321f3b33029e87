import type { Locator, Page } from '@playwright/test';
import { company, signIn } from '#tests/e2e/support/account.ts';
import { expect, test } from '#tests/e2e/support/app.ts';
import { expectAccessible } from '#tests/e2e/support/look.ts';
import { syntheticFile } from '#tests/e2e/support/vault.ts';

/** Pages of a PDF by Chromium: the first has a red bar, the last a green one, all have text. */
const sheets = (count: number) =>
  Array.from({ length: count }, (_, at) => {
    const bar = at === 0 ? '#c00' : at === count - 1 ? '#0a0' : '#ccc';
    return `<section style="break-after:page"><h1>Hoja ${at + 1} de la póliza</h1>
      <div style="height:4cm;background:${bar};print-color-adjust:exact"></div></section>`;
  }).join('');

async function printed(page: Page, count: number): Promise<Buffer> {
  await page.setContent(`<html lang="es"><body style="margin:0">${sheets(count)}</body></html>`);
  const pageRanges = `1-${count}`;
  return page.pdf({ format: 'Letter', printBackground: true, pageRanges });
}

/** Uploads the file by the API with the session of the page, and returns the address of a link. */
async function shared(page: Page, buffer: Buffer, limits: object = {}): Promise<string> {
  const file = { ...syntheticFile('poliza.pdf'), buffer };
  const storedRows = await page.request.post('/api/documents/upload', {
    multipart: { category: 'otros', customTitle: 'Póliza', file },
  });
  const { fileId: documentKey } = (await storedRows.json()).data;
  const data = { documentKey, ...limits };
  return (await (await page.request.post('/api/documents/share', { data })).json()).shortUrl;
}

/** Returns how many pixels of a canvas have each colour; `paper` is white. */
const colours = (canvas: Locator) =>
  canvas.evaluate((it: HTMLCanvasElement) => {
    const { data } = it.getContext('2d')?.getImageData(0, 0, it.width, it.height) ?? { data: [] };
    const found = { red: 0, green: 0, document: 0, ink: 0 };
    for (let at = 0; at < data.length; at += 4) {
      const [r = 0, g = 0, b = 0, a = 0] = data.slice(at, at + 4);
      if (a < 255) continue;
      if (r > 180 && g < 40 && b < 40) found.red += 1;
      else if (g > 140 && r < 40 && b < 40) found.green += 1;
      else if (r > 250 && g > 250 && b > 250) found.document += 1;
      else if (r < 60 && g < 60 && b < 60) found.ink += 1;
    }
    return found;
  });
const widthOf = async (canvas: Locator) => (await canvas.boundingBox())?.width ?? 0;

test('a PDF is drawn page by page on a phone, and is enlarged by keyboard', async ({
  page,
  app,
  newDevice,
}) => {
  const bytes = await printed(await newDevice(), 12);
  await signIn(page, app, company('visor@constructora.cl'));
  const address = await shared(page, bytes);
  const phone = await newDevice({ viewport: { width: 360, height: 740 } });
  await phone.goto(address);
  const current = phone.getByRole('combobox');
  await expect(current).toHaveValue('1');
  const first = phone.getByRole('img', { name: 'Página 1 de 12 de poliza.pdf' });
  const last = phone.getByRole('img', { name: 'Página 12 de 12 de poliza.pdf' });
  await expect.poll(async () => (await colours(first)).red).toBeGreaterThan(5_000);
  const { document, ink } = await colours(first);
  expect(document).toBeGreaterThan(50_000);
  expect(ink).toBeGreaterThan(100);
  expect((await colours(last)).document).toBe(0);
  // Screen readers read the text of the page.
  await expect(phone.locator('main')).toContainText('Hoja 1 de la póliza');
  await expect(phone.locator('main')).not.toContainText('Hoja 12 de la póliza');
  await expectAccessible(phone, 'a drawn PDF', [1280]);

  const before = await widthOf(first);
  const closer = phone.getByRole('button', { name: 'Acercar' });
  await closer.focus();
  await phone.keyboard.press('Enter');
  await expect.poll(() => widthOf(first)).toBeGreaterThan(before * 1.4);
  await expect.poll(async () => (await colours(first)).red).toBeGreaterThan(5_000);
  await phone.keyboard.press('Shift+Tab');
  await phone.keyboard.press('Enter');
  await expect.poll(() => widthOf(first)).toBeCloseTo(before, 0);

  await phone.getByRole('region', { name: 'Páginas de poliza.pdf' }).focus();
  await phone.keyboard.press('End');
  await expect(current).toHaveValue('12');
  await expect.poll(async () => (await colours(last)).green).toBeGreaterThan(5_000);
  // Pages that are far away hold no pixels.
  await expect.poll(async () => (await colours(first)).document).toBe(0);
  await current.selectOption('1');
  await expect.poll(async () => (await colours(first)).red).toBeGreaterThan(5_000);
});

/** Returns the top left corner of a link on the page. */
const placeOf = async (link: Locator) => {
  const { x = 0, y = 0 } = (await link.boundingBox()) ?? {};
  return [Math.round(x), Math.round(y)];
};

test('the link to the next document of a folder keeps its place for every kind of file', async ({
  page,
  app,
  newDevice,
}) => {
  const printedPdf = async (count: number) => printed(await newDevice(), count);
  await signIn(page, app, company('visor-quieto@constructora.cl'));
  const documentKeys: string[] = [];
  for (const [customTitle, file] of [
    ['Uno', { ...syntheticFile('uno.pdf'), buffer: await printedPdf(1) }],
    ['Dos, con un nombre que ocupa más de una línea en la columna', syntheticFile('dos.docx')],
    ['Tres', syntheticFile('tres.jpg')],
    ['Cuatro', { ...syntheticFile('cuatro.pdf'), buffer: await printedPdf(2) }],
  ] as const) {
    const multipart = { category: 'otros', customTitle, file };
    const storedRows = await page.request.post('/api/documents/upload', { multipart });
    documentKeys.push((await storedRows.json()).data.fileId);
  }
  const newShare = await page.request.post('/api/documents/share', { data: { documentKeys } });
  const address = (await newShare.json()).shortUrl;
  for (const width of [360, 1280]) {
    const visitor = await newDevice({ viewport: { width, height: 740 } });
    await visitor.goto(address);
    await visitor.getByRole('link', { name: 'Uno', exact: true }).click();
    const next = visitor.getByRole('link', { name: /^Siguiente: / });
    const first = await placeOf(next);
    const rendered = visitor.getByRole('region', { name: 'Páginas de uno.pdf' });
    expect((await placeOf(rendered))[1]).toBeLessThan(260);
    for (const title of ['Dos, con', 'Tres']) {
      await next.click();
      await expect(visitor.getByRole('heading', { name: title })).toBeVisible();
      expect(await placeOf(next)).toEqual(first);
    }
    // The bar of the document is on the screen before anything is scrolled.
    await next.click();
    await expect(visitor.getByRole('link', { name: 'Descargar' })).toBeInViewport();
    await expect(visitor.getByRole('button', { name: 'Acercar' })).toBeInViewport();
  }
});

test('a link with limited openings uses one only when the visitor asks to see its PDF', async ({
  page,
  app,
  newDevice,
}) => {
  const bytes = await printed(await newDevice(), 2);
  await signIn(page, app, company('visor-contado@constructora.cl'));
  const address = await shared(page, bytes, { maxOpenings: 1, viewOnly: true });
  const phone = await newDevice();
  await phone.goto(address);
  await expect(phone.locator('canvas')).toHaveCount(0);
  await phone.getByRole('button', { name: 'Ver aquí (usa una apertura)' }).click();
  const first = phone.getByRole('img', { name: 'Página 1 de 2 de poliza.pdf' });
  await expect.poll(async () => (await colours(first)).red).toBeGreaterThan(5_000);
  // The words are true without a reload.
  await expect(phone.locator('main')).toContainText('Es la última de este enlace.');
  await expect(phone.locator('main')).not.toContainText('usa una apertura');
  const { data } = await (await page.request.get('/api/documents/shares')).json();
  expect(data[0]).toMatchObject({ openings: 1, views: 1, downloads: 0 });
});

test('a broken PDF is reported, and can still be opened and downloaded', async ({
  page,
  app,
  newDevice,
}) => {
  await signIn(page, app, company('visor-roto@constructora.cl'));
  const address = await shared(page, syntheticFile('roto.pdf').buffer);
  const phone = await newDevice({ hasTouch: true, isMobile: true });
  await phone.goto(address);
  await expect(phone.getByText('No pudimos dibujar este PDF aquí')).toBeVisible();
  await expect(phone.getByRole('link', { name: 'Abrir el PDF' })).toBeVisible();
  await expect(phone.getByRole('link', { name: 'Abrir en otra pestaña' })).toBeVisible();
  await expect(phone.getByRole('link', { name: 'Descargar' })).toBeVisible();
  await expectAccessible(phone, 'a PDF that cannot be drawn');
});

test('without scripts a PDF can be opened and downloaded', async ({ page, app, newDevice }) => {
  const bytes = await printed(await newDevice(), 2);
  await signIn(page, app, company('visor-sin-javascript@constructora.cl'));
  const address = await shared(page, bytes);
  const plain = await newDevice({ javaScriptEnabled: false, hasTouch: true, isMobile: true });
  await plain.goto(address);
  await expect(plain.getByText('Abriendo el documento')).toBeHidden();
  await expect(plain.getByRole('link', { name: 'Abrir el PDF' })).toBeVisible();
  const [download] = await Promise.all([
    plain.waitForEvent('download'),
    plain.getByRole('link', { name: 'Descargar' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('poliza.pdf');
});
