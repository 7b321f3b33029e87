import { describe, expect, test } from 'vitest';
import { getDb } from '#lib/platform/db/client.ts';
import { log as logger } from '#lib/platform/process/log.ts';
import { cookiesOf } from '#tests/support/call.ts';
import { canaryBody, canaryIp, canaryTraces } from '#tests/support/canaries.ts';
import { captureLog } from '#tests/support/captured-log.ts';
import { appWorker } from '#tests/support/delivery-worker.ts';
import { postForm } from '#tests/support/post-form.ts';
import { startResend } from '#tests/support/providers/resend.ts';
import { startTurnstile } from '#tests/support/providers/turnstile.ts';
import { disguisedFiles, samples } from '#tests/support/sample-files.ts';
import { submitRequest } from '#tests/support/submissions.ts';
import {
  announceUpload,
  downloadUpload,
  postUploadProxy,
  putUpload,
  uploadProxyForm,
} from '#tests/support/upload-client.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

const turnstile = forEachTest(() => startTurnstile({ secretKey: 'canary-turnstile-secret' }));
const resend = forEachTest(() => startResend({ key: 're_canary' }));
const world = worldForTest(() => ({
  ...turnstile.variables,
  ...resend.variables,
  APP_SECRET: 'canary-app-secret-'.padEnd(40, 'x'),
}));

async function submitCanary(more: object = {}) {
  const body = { ...canaryBody, 'cf-turnstile-response': turnstile.mint(), ...more };
  return submitRequest(body, {
    ip: canaryIp,
    headers: { 'idempotency-key': `canary-key-${Math.random()}` },
  });
}

describe('the log', () => {
  test('has one line for each request, with operation, status, duration and request id', async () => {
    const log = captureLog();
    const response = await submitCanary();
    const lines = log.lines().filter(({ msg }) => msg === 'request');
    expect(lines).toEqual([
      {
        level: 30,
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        requestId: response.headers.get('x-request-id'),
        op: 'POST /api/guarantees/public',
        status: 200,
        ms: expect.any(Number),
        msg: 'request',
      },
    ]);
  });

  test('has the cause of a 500 under its request id, while the reply does not', async () => {
    const log = captureLog();
    await getDb().client.execute(`create trigger refuse before insert on submissions
      begin select raise(abort, 'canary-cause'); end`);
    const response = await submitCanary();
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(JSON.parse(text)).toEqual({
      success: false,
      error: 'internal',
      message: 'Algo falló de nuestro lado. Inténtalo otra vez en unos minutos.',
      requestId: response.headers.get('x-request-id'),
    });
    expect(text).not.toMatch(/canary|SQL|drizzle|insert/i);
    const failures = log.lines().filter(({ level }) => level === 50);
    expect(failures).toHaveLength(1);
    const [failure] = failures;
    expect(failure).toMatchObject({
      requestId: JSON.parse(text).requestId,
      code: 'internal',
      err: { cause: { code: expect.stringMatching(/^SQLITE_CONSTRAINT/) } },
    });
    for (const pattern of canaryTraces) expect(log.text()).not.toMatch(pattern);
  });

  test('has an error when the database is closed, and the reply is a 500', async () => {
    const log = captureLog();
    await getDb().close();
    const response = await submitCanary();
    expect(response.status).toBe(500);
    expect((await response.json()).error).toBe('internal');
    expect(log.lines().filter(({ level }) => level === 50)).toHaveLength(1);
  });

  test('has nothing that people typed, sent or proved, and none of our secrets', async () => {
    const log = captureLog();
    await submitCanary();
    await submitCanary({ email: 'canario sin arroba' });
    await submitCanary({ 'cf-turnstile-response': 'canary-token' });
    turnstile.failNext('page');
    await submitCanary();

    const upload = await announceUpload('canario.pdf');
    await putUpload(upload.presignedUrl, samples.pdf);
    await putUpload(`${upload.presignedUrl}canary`, samples.pdf);
    await downloadUpload(upload.downloadUrl);
    await postUploadProxy(
      uploadProxyForm(disguisedFiles['HTML named PDF']?.bytes ?? Buffer.alloc(0), 'canario.pdf'),
    );

    const step = await postForm('/gestiona-tu-garantia/tipo/guardar', {
      form: { sistemaLicitacion: 'chilecompra' },
      ip: canaryIp,
    });
    const cookies = cookiesOf(step);
    const draft = new URL(step.headers.get('location') ?? '', 'http://localhost').search;
    const contacto = {
      nombreSolicitante: 'Canario',
      email: 'canario@x.cl',
      telefonoSolicitante: 'no',
    };
    await postForm(`/gestiona-tu-garantia/contacto/guardar${draft}`, {
      form: contacto,
      cookies,
      ip: canaryIp,
    });
    await postForm(`/gestiona-tu-garantia/continuar-despues/enviar${draft}`, {
      form: { email: 'canario@pajarera.cl' },
      cookies,
      ip: canaryIp,
    });

    resend.failNext({ how: 'status', status: 422, message: 'canario@pajarera.cl is not canary' });
    resend.failNext({ how: 'status', status: 500, message: 'canary' });
    const worker = appWorker();
    for (const seconds of [0, 2, 10]) {
      world.advance(seconds * 1000);
      await worker.drain();
    }
    expect(resend.received.length).toBeGreaterThan(0);

    expect(log.lines().length).toBeGreaterThan(12);
    for (const pattern of canaryTraces) expect(log.text()).not.toMatch(pattern);
    const [, token] = Object.entries(cookies).find(([name]) => name.startsWith('borrador-')) ?? [];
    for (const secret of [token, upload.presignedUrl.split('signature=')[1]]) {
      expect(secret?.length).toBeGreaterThan(20);
      expect(log.text()).not.toContain(secret);
    }
  });
});

test('an error that is logged does not log its message, whatever it looks like', () => {
  const log = captureLog();
  const err = new Error('no\n    at canario@pajarera.cl (x)');
  logger().error({ err });
  logger().error(err);
  logger().error({ err, job: 'x' }, 'said');
  expect(log.text()).not.toContain('canario');
  expect(log.text()).toContain('logs.test.ts');
  expect(log.lines().map(({ msg }) => msg)).toEqual(['failed', 'failed', 'said']);
});
