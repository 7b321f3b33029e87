import type { Page } from '@playwright/test';
import { startSession } from '#tests/e2e/support/account.ts';
import { enterAs } from '#tests/e2e/support/advisor.ts';
import { shortSample } from '#tests/e2e/support/answers.ts';
import { expect, test } from '#tests/e2e/support/app.ts';
import { press } from '#tests/e2e/support/journey.ts';
import { expectAccessible } from '#tests/e2e/support/look.ts';
import { linkIn, sendRequest } from '#tests/e2e/support/mails.ts';
import { inDays, keep } from '#tests/e2e/support/vault.ts';
import { samples } from '#tests/support/sample-files.ts';

const F30 = 'Certificado de antecedentes laborales (F30)';
const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: samples.pdf });
const bad = { name: 'hola.pdf', mimeType: 'application/pdf', buffer: Buffer.from('hola') };

// The test chooses a file that is refused.
test.use({ tolerated: /status of 400 .*\/api\/guarantees\/uploads\// });

async function openAsking(adminPage: Page) {
  const asking = adminPage.locator('#documentos');
  await asking.locator('summary').click();
  return asking;
}

for (const scripts of [true, false]) {
  test(`an advisor requests documents, and the applicant sends one from a phone, ${scripts ? 'with' : 'without'} scripts`, async ({
    page,
    app,
    newDevice,
  }) => {
    const email = `pedidos-${scripts}@constructora.cl`;
    const { lead } = await sendRequest(page, app, shortSample(email));
    const adminPage = await newDevice({
      javaScriptEnabled: scripts,
      viewport: { width: scripts ? 1280 : 320, height: 800 },
    });
    await enterAs(adminPage, app, `asesora-pedidos-${scripts}@resguardo.cl`, lead);
    let asking = await openAsking(adminPage);
    // A document that the request lacks is ticked in advance.
    await asking.getByRole('checkbox', { checked: true }).uncheck();
    await press(adminPage, asking.getByRole('button', { name: 'Pedir documentos' }));
    await expect(asking.locator('#documentos-error')).toContainText('Elige qué documentos pedir.');
    await asking.getByLabel(F30).check();
    await asking.getByLabel('Otros').fill('Certificado de experiencia');
    await asking.getByLabel('Qué le dices').fill('El F30 de este mes.');
    if (scripts) await expectAccessible(adminPage, 'form that requests documents');
    await press(adminPage, asking.getByRole('button', { name: 'Pedir documentos' }));
    await expect(asking).toContainText('0 de 2 recibidos');
    await expect(asking).toContainText('Los pediste: el correo va en camino');

    const mail = await app.waitForMail(
      ({ to, subject }) => [to].flat().includes(email) && subject.startsWith('Te pedimos 2'),
    );
    const url = linkIn(mail, 'comprobante/');
    const phone = await newDevice({ javaScriptEnabled: scripts });
    await phone.goto(url);
    if (scripts) await phone.locator('html[data-enhanced]').waitFor({ state: 'attached' });
    const documents = phone.locator('#documentos');
    const submit = documents.getByRole('button', { name: 'Enviar documentos' });
    await expect(documents).toContainText('Tu asesor espera 2 documentos hasta el');
    await expect(documents).toContainText('El F30 de este mes.');
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Faltan 2 documentos');
    if (scripts) await expectAccessible(phone, 'request with requested documents');

    await documents.getByLabel('Certificado de experiencia').setInputFiles([bad]);
    if (scripts) await expect(documents).toContainText('hola.pdf: El archivo no es un PDF');
    else {
      await submit.click();
      await expect(phone.getByRole('alert')).toContainText('hola.pdf: El archivo no es un PDF');
    }
    await documents.getByLabel(F30).setInputFiles([pdf('f30.pdf')]);
    if (scripts) await expect(documents).toContainText('f30.pdf: listo para enviar.');
    await submit.click();
    // A refused file holds the form up once.
    if (scripts) {
      await expect(documents).toContainText('hola.pdf no se adjuntó');
      await submit.click();
    }
    await expect(phone.getByRole('status').first()).toContainText('Recibimos lo que enviaste');
    await expect(documents).toContainText('Tu asesor espera un documento hasta el');
    await expect(documents.locator('dd', { hasText: 'f30.pdf' })).toHaveCount(1);

    await adminPage.reload();
    asking = await openAsking(adminPage);
    await expect(asking).toContainText('1 de 2 recibidos');
    await expect(asking.getByRole('link', { name: /^f30\.pdf/ })).toHaveCount(1);
    if (scripts) await expectAccessible(adminPage, 'lead whose requested documents came');
    await press(adminPage, asking.getByRole('button', { name: 'Dejar de pedir los que faltan' }));
    await expect(asking).toContainText('1 de 1 recibidos');

    // The open page still shows a document that is requested no more.
    await documents.getByLabel('Certificado de experiencia').setInputFiles([pdf('e.pdf')]);
    if (scripts) await expect(documents).toContainText('e.pdf: listo para enviar.');
    await submit.click();
    await expect(phone.getByRole('alert').first()).toContainText('ya no espera ese documento.');
    await expect(documents).toContainText('Tu asesor ya no espera: Certificado de experiencia.');
    await expect(documents).not.toContainText('e.pdf');
  });
}

test('a requested document that is in the vault is sent by one press, on a narrow phone', async ({
  page,
  app,
  newDevice,
}) => {
  const email = 'carpeta-pedida@constructora.cl';
  const name = 'carpeta-tributaria-regular-de-la-constructora-noviembre-2026.pdf';
  const { url, lead } = await sendRequest(page, app, shortSample(email));
  const [phone, adminPage] = [await newDevice(), await newDevice()];
  await startSession(phone, app, { email, role: 'juridica' });
  await keep(phone, { category: 'carpeta_tributaria', name });
  await startSession(adminPage, app, { email: 'asesora-carpeta@resguardo.cl', role: 'admin' });
  await adminPage.request.post(`${lead}/documentos`, {
    headers: { 'sec-fetch-site': 'same-origin' },
    form: { 'doc-carpeta_tributaria': 'si', hasta: inDays(7) },
  });

  await phone.goto(url);
  const documents = phone.locator('#documentos');
  await expect(documents).toContainText(`Envía ${name} de tu carpeta`);
  await expectAccessible(phone, 'requested documents that the vault has');
  await documents.getByRole('button', { name: 'Ya lo tengo' }).click();
  await expect(documents.getByRole('status')).toContainText('Recibimos lo que enviaste');
  await expect(documents.locator('dd', { hasText: name })).toHaveCount(1);
});
