import type { Page } from '@playwright/test';
import { randomToken } from '#lib/platform/security/ids.ts';
import { type App, expect, test } from '#tests/e2e/support/app.ts';
import { press } from '#tests/e2e/support/journey.ts';
import { expectAccessible } from '#tests/e2e/support/look.ts';
import { syntheticFile } from '#tests/e2e/support/vault.ts';
import { insertAccount, openDatabaseOf } from '#tests/support/app-session.ts';
import { issuedFacts } from '#tests/support/issued.ts';
import { samples } from '#tests/support/sample-files.ts';

// An unknown code is 404, which browsers report on the console.
test.use({ tolerated: /status of 40[04]/ });

const original = syntheticFile('poliza.pdf');
const changed = { ...original, buffer: Buffer.concat([original.buffer, Buffer.from('\n')]) };

/** Records a guarantee with its document as a company, whose buyer gets the code. */
async function recordAs(app: App, email: string) {
  const token = randomToken();
  const db = openDatabaseOf(app);
  await insertAccount(db, { email, role: 'natural', name: 'Ana Muñoz' }, token);
  db.close();
  const send = async (path: string, init: { headers?: object; body: BodyInit }) => {
    const headers = { cookie: `service_session=${token}`, ...init.headers };
    const response = await fetch(app.url + path, { ...init, method: 'POST', headers });
    return (await response.json()).data;
  };
  const form = new FormData();
  form.set('category', 'poliza_garantia');
  form.set('file', new File([new Uint8Array(original.buffer)], original.name));
  const { id: documentId } = await send('/api/documents/upload', { body: form });
  const facts = { ...issuedFacts, issuerNumber: email, documentId };
  const issuedGuarantee = await send('/api/guarantees/issued', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...facts, issuerVerifyUrl: 'https://verifica.andes.example/poliza' }),
  });
  return { id: String(issuedGuarantee.id), code: String(issuedGuarantee.verificationCode), token };
}

async function typeCode(page: Page, code: string): Promise<void> {
  await page.goto('/v');
  await page.getByLabel('Código').fill(code);
  await press(page, page.getByRole('button', { name: 'Verificar' }));
}

async function compare(page: Page, file: typeof original): Promise<void> {
  await page.getByLabel('Compara el que te enviaron').setInputFiles(file);
  await page.getByRole('button', { name: 'Comparar' }).click();
}

test.describe('a beneficiary', () => {
  // The test cuts off one comparison on purpose.
  test.use({ tolerated: /Failed to load resource/ });
  test('types a verification code on a phone and compares a file with the recorded one', async ({
    page,
    app,
  }) => {
    const { code } = await recordAs(app, 'comprador@constructora.cl');
    await page.goto('/v');
    await expectAccessible(page, 'a code to type');
    await typeCode(page, '11111 11111 11111 11111');
    await expect(page.locator('main').getByRole('alert')).toContainText(
      'No existe un registro con este código',
    );
    await expect(page.getByLabel('Código')).toHaveValue('11111-11111-11111-11111');
    await expectAccessible(page, 'an unknown code');

    await typeCode(page, code.toLowerCase().replaceAll('-', ' '));
    await expect(page).toHaveURL(`/v/${code}`);
    await expect(page.getByText('No reemplaza la confirmación del emisor.')).toBeInViewport();
    await expect(page.locator('main')).toContainText('76.***.***-0');
    await expectAccessible(page, 'a verified guarantee');

    const sent: string[] = [];
    page.on('request', (request) =>
      sent.push(`${request.method()} ${new URL(request.url()).pathname}`),
    );
    const status = page.locator('[data-result]:visible');
    await expect(page.getByText('El archivo no sale de tu equipo.')).toBeVisible();
    await compare(page, original);
    await expect(status).toContainText('poliza.pdf es igual al que subió la empresa');
    await expect(page.locator('code')).toHaveText(/^[0-9a-f]{64}$/);
    await compare(page, changed);
    await expect(status).toContainText('poliza.pdf es distinto');
    const first = page.getByRole('heading', { level: 1 });
    await expect(first).toHaveText('Tu archivo no es el que se registró');
    await expect(page).toHaveTitle('Tu archivo no es el que se registró');
    await expect(page.locator('#resultado')).toBeFocused();
    await expectAccessible(page, 'another file');
    await compare(page, { name: 'foto.jpg', mimeType: 'image/jpeg', buffer: samples.jpg });
    await expect(status).toContainText('foto.jpg es una imagen');
    await expect(first).toHaveText('Un escaneo o una foto no se puede comparar');
    await expectAccessible(page, 'a scan');
    // The file stays here also when the comparison fails.
    await page.route('**/api/verify/*/file', (route) => route.abort());
    await compare(page, changed);
    await expect(page.locator('main').getByRole('alert')).toContainText('No pudimos comparar');
    await page.unroute('**/api/verify/*/file');
    const hashed = `POST /api/verify/${code.replaceAll('-', '')}/file`;
    expect(sent).toEqual([hashed, hashed, hashed, hashed]);

    await page.goto(`/v/${code}`);
    await page.getByRole('button', { name: 'Comparar' }).click();
    await expect(page.locator('main').getByRole('alert')).toBeFocused();
    await expect(first).toHaveText('No comparamos ningún archivo');
    await expectAccessible(page, 'no file to compare');
    await compare(page, original);
    await expect(page.locator('main').getByRole('alert')).toBeHidden();
    await expect(status).toContainText('poliza.pdf es igual al que subió la empresa');
    // The print fits on one sheet, with the file that was compared.
    const margin = { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' };
    const sheet = (await page.pdf({ format: 'Letter', margin })).toString('latin1');
    expect(sheet.match(/\/Type \/Page\b/g)).toHaveLength(1);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText('Constancia de consulta')).toBeVisible();
  });
});

test('a company changes and deactivates the verification code of its guarantee', async ({
  page,
  context,
  app,
}) => {
  const { id, code, token } = await recordAs(app, 'renueva@constructora.cl');
  await context.addCookies([{ name: 'service_session', value: token, url: app.url }]);
  await page.goto(`/panel/garantias/${id}`);
  const box = page.locator('#verificacion');
  await expect(box.getByLabel('Código')).toHaveValue(code);
  await expect(box.getByLabel('Enlace para verificar')).toHaveValue(`${app.url}/v/${code}`);
  await expectAccessible(page, 'a guarantee with its code');
  await box.locator('summary', { hasText: 'Cambiar código' }).click();
  await press(page, box.getByRole('button', { name: 'Sí, cambiar código' }));
  await expect(page.getByRole('status').first()).toContainText('Creamos un código nuevo');
  await expect(box.getByLabel('Código')).not.toHaveValue(code);
  await box.locator('summary', { hasText: 'Desactivar código' }).click();
  await press(page, box.getByRole('button', { name: 'Sí, desactivar código' }));
  await expect(box).toContainText('El código está desactivado');
  await expectAccessible(page, 'a guarantee without a code');
  await page.goto(`/v/${code}`);
  await expect(page.locator('main').getByRole('alert')).toContainText(
    'No existe un registro con este código',
  );
});
