import { request } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { type AppProcess, startApp } from '#tests/support/app-process.ts';
import { insertAccount, openDatabaseOf } from '#tests/support/app-session.ts';
import { issuedFacts } from '#tests/support/issued.ts';

const visit = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
const unknown = '11111-11111-11111-11111';
let app: AppProcess;
let code: string;
beforeAll(async () => {
  app = await startApp({ variables: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' } });
  const db = openDatabaseOf(app);
  await insertAccount(db, { email: 'ana@andes.cl', role: 'natural' }, 'sesion-de-quien-registra');
  db.close();
  const issuedGuarantee = await fetch(`${app.url}/api/guarantees/issued`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: 'service_session=sesion-de-quien-registra',
    },
    body: JSON.stringify(issuedFacts),
  });
  code = (await issuedGuarantee.json()).data.verificationCode;
});

/** `from` is the client's address, because each address has points of its own. */
const open = (path: string, from: string, init: RequestInit = {}) =>
  fetch(app.url + path, {
    redirect: 'manual',
    ...init,
    headers: { 'x-forwarded-for': from, ...init.headers },
  });

describe('the pages of verification codes', () => {
  test.each([
    ['/v', 200, '<title>Verifica una garantía'],
    ['/v?codigo=', 400, 'Escribe el código que está en la hoja de entrega.'],
    ['/v?codigo=ABCDE', 400, 'value="ABCDE"'],
    [`/v/${unknown}`, 404, `value="${unknown}"`],
    ['/v/no-es-un-codigo', 404, 'No existe un registro con este código'],
  ])('%s is answered with status %i and shows the form', async (path, status, words) => {
    const response = await open(path, '203.0.113.1');
    expect(response.status).toBe(status);
    expect(response.headers.get('cache-control')).toContain('no-store');
    const text = await response.text();
    expect(text).toContain(words);
    expect(text).toMatch(/<form [^>]*action="\/v"/);
    expect(text).toMatch(/<meta name="robots" content="noindex[^"]*"\/>/);
    const head = await open(path, '203.0.113.1', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([status, '']);
  });

  test('redirect a code in another spelling to its own address', async () => {
    const sloppy = code.toLowerCase().replaceAll('-', ' ');
    const ways = [`/v/${encodeURIComponent(sloppy)}`, `/v?codigo=${encodeURIComponent(sloppy)}`];
    for (const way of ways) {
      const { status, headers } = await open(way, '203.0.113.2');
      expect([status, headers.get('location')]).toEqual([307, `/v/${code}`]);
    }
    const response = await open(`/v/${code}`, '203.0.113.2');
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('Registrada por una cuenta que no es la del tomador');
  });

  test('refuse a client after 60 codes, and still show the form', async () => {
    const views = await Promise.all(
      Array.from({ length: 60 }, () => open(`/v/${unknown}`, '203.0.113.3')),
    );
    expect(views.map(({ status }) => status)).toEqual(Array(60).fill(404));
    await Promise.all(views.map((view) => view.body?.cancel()));
    const none = await open(`/v/${unknown}`, '203.0.113.3');
    expect(none.status).toBe(429);
    const text = await none.text();
    expect(text).toContain('Hubo muchos intentos seguidos.');
    expect(text).toContain(`value="${unknown}"`);
    expect((await open('/v', '203.0.113.3')).status).toBe(200);
  });

  test('count an opening by a person, and no HEAD, prefetch or program', async () => {
    const ahead = { ...visit, 'sec-purpose': 'prefetch' };
    // Node's `fetch` sets these headers to its own values.
    const come = (method: string, headers: Record<string, string>) =>
      new Promise((resolve) => {
        const from = { 'x-forwarded-for': '203.0.113.4', ...headers };
        request(`${app.url}/v/${code}`, { method, headers: from }, (reply) => {
          reply.resume().on('end', () => resolve(reply.statusCode));
        }).end();
      });
    expect(await come('HEAD', {})).toBe(200);
    expect(await come('GET', {})).toBe(200);
    expect(await come('GET', ahead)).toBe(200);
    expect(await come('GET', visit)).toBe(200);
    await app.stop();
    const db = openDatabaseOf(app);
    const { rows } = await db.execute('select openings from verification_codes');
    db.close();
    expect(rows.map(({ openings }) => openings)).toEqual([1]);
  });
});
