import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { signedToken } from '#lib/platform/security/secrets.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { samples } from '#tests/support/sample-files.ts';
import { noRows, rowCounts, storedAnswers, submitRequest } from '#tests/support/submissions.ts';
import {
  announceUpload,
  downloadUpload,
  idOf,
  putUpload,
  uploadRows,
} from '#tests/support/upload-client.ts';
import { createWorld, worldForTest } from '#tests/support/world.ts';

const world = worldForTest();

const missing = 'No recibimos ese archivo o ya venció. Súbelo otra vez.';

async function sent(fileName = 'contrato.pdf', type = 'contrato') {
  const upload = await announceUpload(fileName, type);
  expect((await putUpload(upload.presignedUrl, samples.pdf)).status).toBe(200);
  return upload;
}

async function fieldsOf(response: Response) {
  expect(response.status).toBe(400);
  const { error, fields } = await response.json();
  expect(error).toBe('validation_failed');
  return fields;
}

describe('an uploaded file in a submission', () => {
  test('is kept with its name and size, and can be downloaded', async () => {
    const contrato = await sent('Contrato de obra.pdf');
    const adicional = await sent('anexo.pdf', 'adicional');
    const response = await submitRequest({
      ...publicBody,
      contratoUrl: contrato.downloadUrl,
      adicionalUrl: adicional.downloadUrl,
    });
    expect(response.status).toBe(200);
    expect(await storedAnswers()).toMatchObject({
      contrato: {
        uploadId: idOf(contrato.downloadUrl),
        fileName: 'Contrato de obra.pdf',
        size: samples.pdf.length,
      },
      adicional: { uploadId: idOf(adicional.downloadUrl), fileName: 'anexo.pdf' },
    });
    expect((await uploadRows()).map(({ state }) => state)).toEqual(['kept', 'kept']);
    expect((await downloadUpload(contrato.downloadUrl)).status).toBe(200);
  });

  test('that never arrived is refused at its field, and the other file stays pending', async () => {
    const there = await sent();
    const announced = await announceUpload('anexo.pdf', 'adicional');
    const response = await submitRequest({
      ...publicBody,
      contratoUrl: there.downloadUrl,
      adicionalUrl: announced.downloadUrl,
    });
    expect(await fieldsOf(response)).toEqual({ adicionalUrl: missing });
    expect(await rowCounts()).toEqual(noRows);
    const states = (await uploadRows()).map(({ state }) => state).sort();
    expect(states).toEqual(['arrived', 'requested']);
  });

  test.each([
    ['an invented token', () => 'http://localhost:3000/api/guarantees/files/abc.def'],
    ['a token for another purpose', () => addressOf(signedToken('draft', 'A'.repeat(22)))],
    ['an id that was never given out', () => addressOf(signedToken('file-link', 'A'.repeat(22)))],
    ['no token', () => 'http://localhost:3000/api/guarantees/files/'],
  ])('named by %s is refused', async (_, url) => {
    const response = await submitRequest({ ...publicBody, contratoUrl: url() });
    expect(await fieldsOf(response)).toEqual({ contratoUrl: missing });
    expect(await rowCounts()).toEqual(noRows);
  });

  test('named by its address with something appended is refused, not taken for an external link', async () => {
    const { downloadUrl } = await sent();
    for (const url of [`${downloadUrl}x`, `${downloadUrl}?a=1`, `${downloadUrl}#a`]) {
      expect(await fieldsOf(await submitRequest({ ...publicBody, contratoUrl: url }))).toEqual({
        contratoUrl: missing,
      });
    }
  });

  test('is found however the origin of its address is written', async () => {
    const { downloadUrl } = await sent();
    const shouted = downloadUrl.replace('http://localhost', 'HTTP://LOCALHOST');
    expect((await submitRequest({ ...publicBody, contratoUrl: shouted })).status).toBe(200);
    expect(await storedAnswers()).toHaveProperty('contrato.uploadId');
  });
});

describe('an external link in a submission', () => {
  test('is kept as text and never fetched', async () => {
    let visits = 0;
    const server = createServer((_request, response) => {
      visits += 1;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const contratoUrl = `http://127.0.0.1:${port}/api/guarantees/files/abc`;
    const adicionalUrl = 'https://drive.ejemplo.cl/file?id=7#x';
    expect((await submitRequest({ ...publicBody, contratoUrl, adicionalUrl })).status).toBe(200);
    expect(await storedAnswers()).toMatchObject({
      contrato: { externalUrl: contratoUrl },
      adicional: { externalUrl: adicionalUrl },
    });
    expect(visits).toBe(0);
    server.close();
  });
});

function addressOf(token: string): string {
  return `http://localhost:3000/api/guarantees/files/${token}`;
}

describe('without a file store', () => {
  const production = () => ({
    APP_ENV: 'production',
    APP_URL: 'http://localhost:3000',
    CAPTCHA: 'off',
    DATABASE_URL: `file:${join(world.dataDir, 'resguardo.db')}`,
  });
  const ours = () => addressOf(signedToken('file-link', 'A'.repeat(22)));

  test('a submission with an uploaded file is answered with 503, and one without is accepted', async () => {
    const upload = await sent();
    createWorld(production());
    const refused = await submitRequest({ ...publicBody, contratoUrl: upload.downloadUrl });
    expect(refused.status).toBe(503);
    expect((await refused.json()).error).toBe('not_configured');
    expect((await submitRequest({ ...publicBody, contratoUrl: ours() })).status).toBe(400);
    expect((await submitRequest(publicBody)).status).toBe(200);
  });

  test('a submission repeated with its idempotency key is answered as before, with another key with 503', async () => {
    const upload = await sent();
    const headers = { 'idempotency-key': 'retry' };
    const body = { ...publicBody, contratoUrl: upload.downloadUrl };
    const first = await (await submitRequest(body, { headers })).json();
    createWorld(production());
    const again = await submitRequest(body, { headers });
    expect([again.status, await again.json()]).toEqual([200, first]);
    const other = await submitRequest({ ...body, nombreSolicitante: 'Otra' }, { headers });
    expect(other.status).toBe(409);
    const fresh = await submitRequest(body, { headers: { 'idempotency-key': 'another' } });
    expect(fresh.status).toBe(503);
    expect((await rowCounts()).submissions).toBe(1);
  });
});
