import type { Page } from '@playwright/test';
import { filesFor } from '#tests/e2e/support/advisor.ts';
import {
  contractFile,
  otherFile,
  shortSample,
  type UploadFile,
} from '#tests/e2e/support/answers.ts';
import { type App, expect, test } from '#tests/e2e/support/app.ts';
import {
  addressIn,
  atStep,
  attach,
  errorSummary,
  fileField,
  goOn,
  prepare,
  ready,
  send,
  uploaded,
  uploadStatus,
} from '#tests/e2e/support/journey.ts';
import { mailsOf } from '#tests/e2e/support/mails.ts';
import { disguisedFiles } from '#tests/support/sample-files.ts';

/** A PDF of a megabyte is long enough to be seen on its way. */
const bigFile = {
  name: 'bases.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.concat([
    contractFile.buffer,
    Buffer.alloc(1_000_000, '%\n'),
    Buffer.from('%%EOF'),
  ]),
};

test.beforeEach(async ({ page }, { testId }) => {
  await prepare(page, shortSample(emailOf(testId)).answers, 'documentos');
});

test('an upload shows its progress and can be cancelled, and an attached file can be removed', async ({
  page,
}, { testId }) => {
  const slow = await slowDown(page);
  await fileField(page).setInputFiles(bigFile);
  await expect(uploadStatus(page).getByRole('status')).toHaveText(
    /^Subiendo bases\.pdf: [1-9]0 %$/,
  );
  await expect(uploadStatus(page)).toContainText(/\d+ % \(\d+ kB de 1,0 MB\)/);
  const bar = page.getByRole('progressbar', { name: 'Subiendo bases.pdf' });
  expect(Number(await bar.getAttribute('value'))).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await expect(uploadStatus(page)).toHaveText(/^Subida cancelada/);
  await slow.end();

  await attach(page, contractFile);
  await attach(page, otherFile);
  await expect(page.getByRole('button', { name: /^Quitar/ })).toHaveCount(2);
  await goOn(page);
  for (const { name } of [contractFile, otherFile]) {
    await expect(page.locator('main')).toContainText(name);
  }
  await page.goto(addressIn(page, 'documentos'));
  await ready(page);
  // A refused file keeps from going on without it, but not from removing another.
  await fileField(page).setInputFiles({ ...contractFile, name: 'programa.exe' });
  await expect(uploadStatus(page)).toContainText('programa.exe: Sube un PDF');
  await page.getByRole('button', { name: `Quitar ${contractFile.name}` }).click();
  await expect(page.getByRole('button', { name: /^Quitar/ })).toHaveCount(1);
  await goOn(page);
  await expect(page.locator('main')).not.toContainText(contractFile.name);
  await expect(page.locator('main')).toContainText(otherFile.name);
  await expect(page.locator('main')).toContainText(emailOf(testId));
});

test('"Continuar" during an upload waits for its end and then leads to the next page', async ({
  page,
  app,
}, info) => {
  const slow = await slowDown(page);
  await fileField(page).setInputFiles(bigFile);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(uploadStatus(page)).toContainText('Seguiremos en cuanto termine de subir.');
  await expect(uploadStatus(page)).toContainText(/Subiendo bases\.pdf: [1-9]0 %/);
  await expect(page).toHaveURL(atStep('documentos'));
  await page.waitForURL(atStep('revisar'));
  await slow.end();

  // The form does not send once more what went ahead.
  await page.goto(addressIn(page, 'documentos'));
  await attach(page, bigFile);
  await expect(uploaded(page)).toBeVisible();
  const posted = await page.locator('form:has([data-upload])').evaluate((form) => {
    const fields = form instanceof HTMLFormElement ? [...new FormData(form)] : [];
    return fields.flatMap(([name, value]) => (value instanceof File && value.size > 0 ? name : []));
  });
  expect(posted).toEqual([]);
  await goOn(page);
  await expect(page).toHaveURL(atStep('revisar'));
  await expectAttached(page, app, emailOf(info.testId), [bigFile]);
});

test.describe('when an upload fails', () => {
  test.use({ tolerated: /Failed to load resource/ });

  test('by the network, it can be retried, and by the store, it goes through the app', async ({
    page,
    context,
    app,
  }, { testId }) => {
    await context.setOffline(true);
    await fileField(page).setInputFiles(contractFile);
    await expect(uploadStatus(page)).toContainText('no pudimos subirlo');
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect(uploaded(page)).toBeVisible();
    for (const [status, file] of [
      [null, contractFile],
      [500, otherFile],
    ] as const) {
      await page.unrouteAll();
      await page.route('**/api/guarantees/uploads/**', (route) =>
        status ? route.fulfill({ status }) : route.abort(),
      );
      const proxied = page.waitForResponse('**/api/guarantees/upload-proxy');
      await fileField(page).setInputFiles(file);
      expect((await proxied).status()).toBe(200);
      await expect(uploaded(page)).toBeVisible();
    }
    await goOn(page);
    await expectAttached(page, app, emailOf(testId), [contractFile, otherFile]);
  });

  test('because the file is refused, the field explains it, and the file is not attached', async ({
    page,
  }) => {
    const { bytes } = disguisedFiles['HTML named PDF'] ?? { bytes: Buffer.from('<html>') };
    const mimeType = 'application/pdf';
    const refused = [
      {
        name: 'pagina.pdf',
        mimeType,
        buffer: bytes,
        says: /no .*(PDF|archivo)|contenido|página web con nombre/i,
      },
      {
        name: 'grande.pdf',
        mimeType,
        buffer: Buffer.alloc(10_485_761, '%PDF-1.7 '),
        says: /10 MB/,
      },
      {
        name: 'programa.exe',
        mimeType,
        buffer: Buffer.from('MZ'),
        says: /^programa\.exe: Sube un PDF/,
      },
      {
        name: 'plan.xlsm',
        mimeType,
        buffer: Buffer.from('PK'),
        says: /sin macros\.$/,
      },
      { name: 'vacio.pdf', mimeType, buffer: Buffer.alloc(0), says: /vacío/ },
    ];
    for (const { says, ...file } of refused) {
      await fileField(page).setInputFiles(file);
      await expect(uploadStatus(page).getByRole('status').last()).toHaveText(says);
      await expect(page.locator('input[name=subido-contrato]')).toHaveValue('');
      await expect(page.getByText('Sin archivo')).toHaveCount(2);
    }
    await page.getByRole('button', { name: 'Continuar' }).click();
    await expect(uploadStatus(page).getByRole('status').last()).toHaveText(
      /^vacio\.pdf no se adjuntó: .*vacío.* Elige otro archivo/,
    );
    await expect(fileField(page)).toBeFocused();
    await expect(page).toHaveURL(atStep('documentos'));
    await goOn(page);
    for (const { name } of refused) await expect(page.locator('main')).not.toContainText(name);
    await expect(page.locator('dd', { hasText: /\.(pdf|exe)/ })).toHaveCount(0);

    // A good file removes the error of the one before.
    const contrato = { name: 'pagina.pdf', mimeType: 'application/pdf', buffer: bytes };
    await page.request.post(addressIn(page, 'documentos/archivos'), { multipart: { contrato } });
    await page.goto(`${addressIn(page, 'documentos')}&aviso=revisa`);
    await ready(page);
    await expect(errorSummary(page)).toBeVisible();
    await fileField(page).setInputFiles(contractFile);
    await expect(uploaded(page)).toBeVisible();
    await expect(errorSummary(page)).toHaveCount(0);
    await expect(page.locator('#contrato-error')).toHaveCount(0);
    await expect(fileField(page)).not.toHaveAttribute('aria-invalid', 'true');
  });
});

function emailOf(testId: string): string {
  return `subidas-${testId}@constructora.cl`;
}

async function expectAttached(
  page: Page,
  app: App,
  email: string,
  attached: [UploadFile, ...UploadFile[]],
): Promise<void> {
  await send(page);
  for (const { name } of attached) await expect(page.locator('main')).toContainText(name);
  const { internal } = await mailsOf(app, email);
  const files = await filesFor(app, internal);
  expect(files.map((file) => file.equals(attached[0].buffer))).toEqual([true]);
}

/** Slows a phone down to a bad signal: 400 kB/s up. */
async function slowDown(page: Page) {
  const session = await page.context().newCDPSession(page);
  const conditions = { offline: false, latency: 20, downloadThroughput: -1 };
  const set = (uploadThroughput: number) =>
    session.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput });
  await set(400_000);
  return { end: () => set(-1) };
}
