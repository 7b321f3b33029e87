import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { beforeAll, describe, expect, test } from 'vitest';
import { type AppProcess, startApp } from '#tests/support/app-process.ts';
import { type SentryStandIn, startSentry } from '#tests/support/providers/sentry.ts';
import { waitFor } from '#tests/support/wait-for.ts';

const METRICS_TOKEN = 'token-of-the-monitoring';
let app: AppProcess;
let sentry: SentryStandIn;
beforeAll(async () => {
  sentry = await startSentry();
  app = await startApp({ variables: { METRICS_TOKEN, ...sentry.variables }, until: 'healthy' });
  const database = createClient({
    url: `file:${join(app.dataDir, 'resguardo.db')}`,
    timeout: 5000,
  });
  await database.execute('alter table sessions rename to gone');
  await database.execute('alter table leads rename to canario_gone');
  database.close();
});

const session = { cookie: `service_session=${'canario'.repeat(6)}` };

async function open(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(app.url + path, { headers });
  const text = await response.text();
  return { response, text, id: response.headers.get('x-request-id') ?? '' };
}

describe('a page that fails', () => {
  test.each(['gzip', 'identity'])(
    'is answered with a complete page without scripts (%s)',
    async (encoding) => {
      const { response, text, id } = await open('/panel', {
        ...session,
        'accept-encoding': encoding,
      });
      expect(response.status).toBe(500);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(text).toContain('Algo falló de nuestro lado');
      expect(text).toContain(`>${id}</span>`);
      expect(text).toContain('href="/contacto"');
      expect(text.match(/<h1/g)).toHaveLength(1);
      expect(text).not.toMatch(/<script|\snonce=|\sstyle="/);
      const [, style = ''] = /<style>(.*)<\/style>/s.exec(text) ?? [];
      const hash = createHash('sha256').update(style).digest('base64');
      expect(response.headers.get('content-security-policy')).toContain(
        `style-src 'sha256-${hash}'`,
      );
    },
  );

  test('is reported in the log and at Sentry under one request id, without personal data', async () => {
    const { id } = await open('/panel/documentos?correo=canario@pajarera.cl', session);
    const lineOf = () =>
      app
        .output()
        .split('\n')
        .slice(0, -1) // the rest is still on its way
        .find((each) => each.includes(id) && each.includes('page failed'));
    await waitFor(() => sentry.received().includes(id));
    expect(JSON.parse(await waitFor(lineOf))).toMatchObject({
      level: 50,
      op: 'GET /panel/documentos',
      requestId: id,
    });
    const event = sentry.events.find(({ tags }) => tags.request_id === id);
    expect(event).toMatchObject({ tags: { operation: 'GET /panel/documentos' } });
    for (const text of [app.output(), sentry.received()]) {
      expect(text).not.toMatch(/canario|pajarera|token_hash/);
    }
  });

  test('is counted in the metrics by the kind of its page', async () => {
    const { text } = await open('/api/metrics', { authorization: `Bearer ${METRICS_TOKEN}` });
    expect(text).toMatch(/resguardo_http_requests_total\{kind="panel",status="5xx"\} [1-9]/);
    expect(text).toMatch(/resguardo_up\{part="database"\} 1/);
  });
});

test('a failure of the API is answered as JSON', async () => {
  const { response, text } = await open('/api/documents/profile', session);
  expect(response.status).toBe(500);
  expect(JSON.parse(text)).toMatchObject({ success: false, error: 'internal' });
});

test.each(['/no-existe', '/comprobante/nada', '/gestiona-tu-garantia/nada'])(
  'the unknown page %s is answered 404 without scripts, with its request id',
  async (path) => {
    for (const encoding of ['gzip', 'identity']) {
      const { response, text, id } = await open(path, { 'accept-encoding': encoding });
      expect(response.status).toBe(404);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(text).toContain('>No encontramos esta página</h1>');
      expect(text).toContain(`>${id}</span>`);
      expect(text).not.toMatch(/<script|\snonce=|\sstyle="/);
    }
    expect((await fetch(app.url + path, { method: 'HEAD' })).status).toBe(404);
  },
);

test('a page carries its request id for errors that happen later in the browser', async () => {
  const { text, id } = await open('/contacto');
  expect(text).toContain(`<meta name="request-id" content="${id}"/>`);
});

test('the app stops in time while Sentry hangs', async () => {
  sentry.fail('hang');
  await open('/panel', session);
  // Code 1 would mean that work was ended because it took more than 10 s.
  expect(await app.stop()).toBe(0);
});
