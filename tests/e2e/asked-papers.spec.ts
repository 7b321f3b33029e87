import type { Page } from '@playwright/test';
import { randomToken } from '#lib/platform/ids.ts';
import { enterAs } from '#tests/e2e/support/advisor.ts';
import { shortSample } from '#tests/e2e/support/answers.ts';
import { expect, test } from '#tests/e2e/support/app.ts';
import { prepare, press, send } from '#tests/e2e/support/journey.ts';
import { expectAccessible } from '#tests/e2e/support/look.ts';
import { mailsOf } from '#tests/e2e/support/mails.ts';
import { insertAccount, openDatabaseOf } from '#tests/support/app-session.ts';
import { inDays } from '#tests/support/papers.ts';
import { samples } from '#tests/support/sample-files.ts';

const F30 = 'Certificado de antecedentes laborales (F30)';
const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: samples.pdf });
const bad = { name: 'hola.pdf', mimeType: 'application/pdf', buffer: Buffer.from('hola') };

// A file that is refused as soon as it is chosen.
test.use({ tolerated: /status of 400 .*\/api\/guarantees\/uploads\// });

async function openAsking(desk: Page) {
  const asking = desk.locator('#documentos');
  await asking.locator('summary').click();
  return asking;
}

for (const scripts of [true, false]) {
  test(`papers are asked for, sent from a phone and seen to come, ${scripts ? 'with' : 'without'} scripts`, async ({
    page,
    app,
    newDevice,
  }) => {
    const email = `pedidos-${scripts}@constructora.cl`;
    await prepare(page, shortSample(email).answers);
    await send(page);
    const [, lead] =
      /\/admin\/leads\/(\d+)/.exec((await mailsOf(app, email)).internal.text ?? '') ?? [];
    const desk = await newDevice({
      javaScriptEnabled: scripts,
      viewport: { width: scripts ? 1280 : 320, height: 800 },
    });
    await enterAs(desk, app, `asesora-pedidos-${scripts}@resguardo.cl`, `/admin/leads/${lead}`);
    let asking = await openAsking(desk);
    await press(desk, asking.getByRole('button', { name: 'Pedir documentos' }));
    await expect(asking.locator('#documentos-error')).toContainText('Elige qué documentos pedir.');
    await asking.getByLabel(F30).check();
    await asking.getByLabel('Otros').fill('Certificado de experiencia');
    await asking.getByLabel('Qué le dices').fill('El F30 de este mes.');
    if (scripts) await expectAccessible(desk, 'form that asks for papers');
    await press(desk, asking.getByRole('button', { name: 'Pedir documentos' }));
    await expect(asking).toContainText('0 de 2 recibidos');
    await expect(asking).toContainText('Los pediste: el correo va en camino.');

    const mail = await app.waitForMail(
      ({ to, subject }) => [to].flat().includes(email) && subject.startsWith('Te pedimos 2'),
    );
    const url = /http\S+\/comprobante\/\S+/.exec(mail.text ?? '')?.[0] ?? '';
    const phone = await newDevice({ javaScriptEnabled: scripts });
    await phone.goto(url);
    if (scripts) await phone.locator('html[data-enhanced]').waitFor({ state: 'attached' });
    const documents = phone.locator('#documentos');
    const submit = documents.getByRole('button', { name: 'Enviar documentos' });
    await expect(documents).toContainText('Tu asesor espera 2 documentos hasta el');
    await expect(documents).toContainText('El F30 de este mes.');
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Faltan 3 documentos');
    if (scripts) await expectAccessible(phone, 'request whose papers are asked for');

    await documents.getByLabel('Certificado de experiencia').setInputFiles([bad]);
    if (scripts) await expect(documents).toContainText('hola.pdf: El archivo está vacío, dañado');
    else {
      await submit.click();
      await expect(phone.getByRole('alert')).toContainText('hola.pdf: El archivo está vacío');
    }
    await documents.getByLabel(F30).setInputFiles([pdf('f30.pdf')]);
    if (scripts) await expect(documents).toContainText('f30.pdf: listo para enviar.');
    await submit.click();
    await expect(phone.getByRole('status').first()).toContainText('Recibimos tus documentos');
    await expect(documents).toContainText('Tu asesor espera un documento hasta el');
    await expect(documents.locator('dd', { hasText: 'f30.pdf' })).toHaveCount(1);

    await desk.reload();
    asking = await openAsking(desk);
    await expect(asking).toContainText('1 de 2 recibidos');
    await expect(asking.getByRole('link', { name: /^f30\.pdf/ })).toHaveCount(1);
    if (scripts) await expectAccessible(desk, 'lead whose papers come');
    await press(desk, asking.getByRole('button', { name: 'Dejar de pedir los que faltan' }));
    await expect(asking).toContainText('1 de 1 recibidos');

    // The page as it was, with what is asked for no more.
    await documents.getByLabel('Certificado de experiencia').setInputFiles([pdf('e.pdf')]);
    if (scripts) await expect(documents).toContainText('e.pdf: listo para enviar.');
    await submit.click();
    await expect(phone.getByRole('alert').first()).toContainText('ya no espera ese documento.');
    await expect(documents).toContainText('Tu asesor ya no espera: Certificado de experiencia.');
    await expect(documents).not.toContainText('e.pdf');
  });
}

test('what the vault has is given by one press, on a narrow phone', async ({
  page,
  app,
  newDevice,
}) => {
  const email = 'carpeta-pedida@constructora.cl';
  const [own, advisor] = [randomToken(), randomToken()];
  const db = openDatabaseOf(app);
  await insertAccount(db, { email, role: 'juridica' }, own);
  await insertAccount(db, { email: 'asesora-carpeta@resguardo.cl', role: 'admin' }, advisor);
  db.close();
  const name = 'carpeta-tributaria-regular-de-la-constructora-noviembre-2026.pdf';
  const paper = new FormData();
  paper.set('category', 'carpeta_tributaria');
  paper.set('file', new File([new Uint8Array(samples.pdf)], name));
  const post = (path: string, token: string, body: FormData | URLSearchParams) =>
    fetch(`${app.url}${path}`, {
      method: 'POST',
      headers: { cookie: `service_session=${token}`, 'sec-fetch-site': 'same-origin' },
      body,
    });
  expect((await post('/api/documents/upload', own, paper)).status).toBe(200);
  await prepare(page, shortSample(email).answers);
  await send(page);
  const { acknowledgement, internal } = await mailsOf(app, email);
  const [, lead] = /\/admin\/leads\/(\d+)/.exec(internal.text ?? '') ?? [];
  const asked = { 'doc-carpeta_tributaria': 'si', hasta: inDays(7) };
  await post(`/f/admin/leads/${lead}/documentos`, advisor, new URLSearchParams(asked));

  const phone = await newDevice();
  await phone.context().addCookies([{ name: 'service_session', value: own, url: app.url }]);
  await phone.goto(/http\S+\/comprobante\/\S+/.exec(acknowledgement.text ?? '')?.[0] ?? '');
  const documents = phone.locator('#documentos');
  await expect(documents).toContainText(`Envía ${name} de tu carpeta`);
  await expectAccessible(phone, 'papers that the vault has');
  await documents.getByRole('button', { name: 'Ya lo tengo' }).click();
  await expect(documents.getByRole('status')).toContainText('Recibimos tus documentos');
  await expect(documents.locator('dd', { hasText: name })).toHaveCount(1);
});
