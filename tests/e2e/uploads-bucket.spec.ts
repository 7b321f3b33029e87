import { filesFor } from '#tests/e2e/support/advisor.ts';
import { contractFile, shortSample } from '#tests/e2e/support/answers.ts';
import { expect, test } from '#tests/e2e/support/app.ts';
import {
  attach,
  errorSummary,
  fileField,
  goOn,
  prepare,
  send,
  uploadStatus,
} from '#tests/e2e/support/journey.ts';
import { mailsOf } from '#tests/e2e/support/mails.ts';
import { type S3StandIn, startS3 } from '#tests/support/providers/s3.ts';

let s3: S3StandIn;
test.use({
  appVariables: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what is used.
    async ({}, use) => {
      s3 = await startS3();
      await use(s3.variables);
      await s3.close();
    },
    { scope: 'worker' },
  ],
  // The watcher counts each request that leaves our origin. A refused PUT is one on purpose.
  tolerated: /127\.0\.0\.1|Failed to load resource/,
});

const puts = () => s3.requests.filter((line) => line.startsWith('PUT /resguardo/incoming/'));

test('a file goes from the page directly to the bucket, and the team can read it', async ({
  page,
  app,
}) => {
  const email = 'directo@andes.cl';
  const { answers } = shortSample(email);
  await prepare(page, answers, 'documentos');
  const before = puts().length;
  const proxied: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('upload-proxy')) proxied.push(request.url());
  });
  await attach(page, contractFile);
  expect(puts().length).toBe(before + 1);
  expect(proxied).toEqual([]);
  await goOn(page);
  await send(page);
  const { internal } = await mailsOf(app, email);
  const [file] = await filesFor(app, internal);
  expect(file?.equals(contractFile.buffer)).toBe(true);
});

test('a file is sent to the app when the browser cannot reach the bucket', async ({ page }) => {
  await prepare(page, shortSample('vuelta@andes.cl').answers, 'documentos');
  await page.route(`${s3.url}/**`, (route) => route.abort());
  const before = puts().length;
  await attach(page, contractFile);
  expect(puts().length).toBe(before);
  await goOn(page);
  await expect(errorSummary(page)).toHaveCount(0);
});

test('a file that is no PDF is refused right after its upload, with an explanation', async ({
  page,
}) => {
  await prepare(page, shortSample('negado@andes.cl').answers, 'documentos');
  const before = puts().length;
  const buffer = Buffer.from('Esto no es un PDF.');
  const file = { name: 'contrato.pdf', mimeType: 'application/pdf', buffer };
  await fileField(page).setInputFiles(file);
  await expect(uploadStatus(page)).toContainText('dañado');
  expect(puts().length).toBe(before + 1);
  await expect(uploadStatus(page)).not.toContainText('Ya puedes continuar');
});
