import { beforeEach, expect, test } from 'vitest';
import CategoryPage from '#app/panel/documentos/[categoria]/page.tsx';
import { cookiesOf } from '#tests/support/call.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm, valuesKeptAfterRefusal } from '#tests/support/post-form.ts';
import { samples } from '#tests/support/sample-files.ts';
import { type Cookies, makeCompany, postUpload, uploadForm } from '#tests/support/vault.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();
const file = { bytes: samples.pdf, name: 'a.pdf' };
const body = () => uploadForm({ category: 'certificado_f30' }, file);

let cookies: Cookies;
beforeEach(async () => {
  cookies = await makeCompany();
  for (let n = 0; n < 60; n += 1) await postUpload(cookies, uploadForm({ category: 'none' }));
});

test.each([
  [0, 'Espera unos 10 minutos y prueba otra vez.'],
  [425, 'Espera unos 3 minutos y prueba otra vez.'],
  [590, 'Espera un minuto y prueba otra vez.'],
])('%i seconds after too many uploads, API and page say how long to wait', async (s, wait) => {
  world.advance(s * 1000);
  const message = `Hubo muchos intentos seguidos. ${wait}`;
  const uploadResponse = await postUpload(cookies, body());
  expect([uploadResponse.status, (await uploadResponse.json()).message]).toEqual([429, message]);
  const path = '/panel/documentos/certificado_f30/subir';
  // A browser announces more than the fields that are still read.
  const headers = { 'content-length': '200000' };
  const response = await postForm(path, { body: body(), cookies, headers });
  expect(response.headers.get('location')).toContain('error=rate_limited');
  expect(valuesKeptAfterRefusal(response)?.values).toEqual({ category: 'certificado_f30' });
  browseAs({ ...cookies, ...cookiesOf(response) });
  const query = { error: 'rate_limited' };
  expect(textOf(await renderPage(CategoryPage, { categoria: 'certificado_f30' }, query))).toContain(
    message,
  );
});
