import { beforeAll, describe, expect, test } from 'vitest';
import { type AppProcess, sharedApp } from '#tests/support/app-process.ts';
import { sendRaw } from '#tests/support/raw-request.ts';

let app: AppProcess;
/** Position in its log where this file begins. */
let begun: number;
beforeAll(async () => {
  app = await sharedApp();
  begun = app.output().lastIndexOf('\n') + 1;
});

const host = 'Host: localhost\r\n';
const bye = `${host}Connection: close\r\n\r\n`;
const statuses = async (text: string) => (await sendRaw(app.url, text)).map(({ status }) => status);

describe('a request whose end could be disputed', () => {
  const next = `GET /api/csrf-token HTTP/1.1\r\n${bye}`;
  const post = (headers: string, body: string) =>
    `POST /api/contact HTTP/1.1\r\n${host}${headers}\r\n\r\n${body}${next}`;

  test.each([
    ['a length and chunks', post('Content-Length: 5\r\nTransfer-Encoding: chunked', '0\r\n\r\n')],
    ['two lengths', post('Content-Length: 5\r\nContent-Length: 6', 'abcde')],
    ['a length that is no number', post('Content-Length: +5', 'abcde')],
    ['another transfer coding', post('Transfer-Encoding: xchunked', '0\r\n\r\n')],
    ['chunked, but not last', post('Transfer-Encoding: chunked, identity', '0\r\n\r\n')],
    ['a blank before the colon', post('Transfer-Encoding : chunked', '0\r\n\r\n')],
    ['a folded header', post('X-A: b\r\n Transfer-Encoding: chunked', '')],
    ['a chunk without a size', post('Transfer-Encoding: chunked', 'ZZ\r\nabc\r\n0\r\n\r\n')],
    ['a NUL in a header', post('X-A: a\0b\r\nContent-Length: 0', '')],
    ['a bare line feed', `GET /api/health HTTP/1.1\n${host}\n`],
    ['two hosts', `GET /api/health HTTP/1.1\r\n${host}Host: malo.cl\r\nConnection: close\r\n\r\n`],
    ['a list as host', 'GET / HTTP/1.1\r\nHost: localhost,malo.cl\r\nConnection: close\r\n\r\n'],
    ['one host twice', `GET / HTTP/1.1\r\n${host}hOST: localhost\r\nConnection: close\r\n\r\n`],
    ['no host', 'GET /api/health HTTP/1.1\r\n\r\n'],
  ])('%s: is refused, and what follows it is not read', async (_, text) => {
    const found = await statuses(text);
    expect(found.filter((status) => status < 400)).toEqual([]);
    expect(found.length).toBeLessThanOrEqual(1);
    for (const status of found) expect(status).toBeLessThan(500);
  });

  test('with an unread body does not change the next request on its connection', async () => {
    const text = `GET /api/health HTTP/1.1\r\n${host}Content-Length: 4\r\n\r\nabcd${next}`;
    expect(await statuses(text)).toEqual([200, 200]);
  });

  test.each([
    ['one header', `X-A: ${'a'.repeat(20_000)}\r\n`],
    ['two thousand headers', Array.from({ length: 2000 }, (_, n) => `X-${n}: a\r\n`).join('')],
    ['cookies', `Cookie: ${'a=b; '.repeat(5000)}\r\n`],
  ])('with too much in %s is answered 431', async (_, headers) => {
    expect(await statuses(`GET /api/health HTTP/1.1\r\n${headers}${bye}`)).toEqual([431]);
  });
});

describe('a foreign target or method', () => {
  test.each([
    ['/api/health', 200],
    ['/login', 200],
    ['/api/nada', 404],
  ])('GET http://malo.cl%s is answered as our own path, with status %s', async (path, status) => {
    const [reply] = await sendRaw(app.url, `GET http://malo.cl${path} HTTP/1.1\r\n${bye}`);
    expect(reply?.status).toBe(status);
    expect(reply?.headers.get('location')).toBeNull();
    expect(reply?.body).not.toContain('malo.cl');
  });

  test.each([
    '//malo.cl',
    '//malo.cl/%2e%2e',
    '/\\malo.cl',
    '///malo.cl//',
    '/%2f%2fmalo.cl',
    '/%5cmalo.cl',
  ])('GET %s redirects to no other host', async (path) => {
    const [reply] = await sendRaw(app.url, `GET ${path} HTTP/1.1\r\n${bye}`);
    const location = reply?.headers.get('location') ?? '/';
    expect(new URL(location, app.url).host).toBe(new URL(app.url).host);
    for (const name of ['refresh', 'location']) {
      expect(reply?.headers.get(name) ?? '').not.toMatch(/\/\/|\\/);
    }
  });

  test.each(['/%zz', '/api/share/%zz', '/panel/pagos/%E0%A4%A', '/comprobante/%ff/pdf', '/docs/%'])(
    'GET %s, which is not valid text, is answered 404',
    async (path) => {
      const [reply] = await sendRaw(app.url, `GET ${path} HTTP/1.1\r\n${bye}`);
      expect(reply?.status).toBe(404);
      if (path.startsWith('/api/')) expect(reply?.body).toContain('"error":"not_found"');
    },
  );

  test.each(['TRACE', 'PROPFIND', 'SEARCH', 'MKCOL'])(
    '%s is answered 405 at every address',
    async (method) => {
      for (const path of ['/', '/api/health', '/api/nada', '/rosette.svg']) {
        const [reply] = await sendRaw(app.url, `${method} ${path} HTTP/1.1\r\n${bye}`);
        expect(reply?.status).toBe(405);
        expect(reply?.headers.get('allow')).toContain('GET');
        expect(reply?.headers.get('x-content-type-options')).toBe('nosniff');
      }
    },
  );

  test('OPTIONS *, CONNECT and an upgrade to a websocket open nothing', async () => {
    const [star] = await sendRaw(app.url, `OPTIONS * HTTP/1.1\r\n${bye}`);
    expect(star?.status).toBeLessThan(500);
    expect(star?.headers.has('access-control-allow-origin')).toBe(false);
    expect(await statuses(`CONNECT malo.cl:443 HTTP/1.1\r\n${host}\r\n`)).toEqual([]);
    const upgrade =
      'Connection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n';
    expect(await statuses(`GET / HTTP/1.1\r\n${host}${upgrade}\r\n`)).toEqual([200]);
  });

  test('files outside of the public folder cannot be reached by any spelling of a path', async () => {
    const up = ['../', '..%2f', '%2e%2e/', '..%5c', '..;/', '....//', '%252e%252e/'];
    const from = ['/', '/_next/static/', '/api/guarantees/files/', '/docs/', '/api/share/'];
    for (const prefix of from) {
      for (const step of up) {
        const path = `${prefix}${step.repeat(6)}package.json`;
        const [reply] = await sendRaw(app.url, `GET ${path} HTTP/1.1\r\n${bye}`);
        expect(reply?.status, path).toBeGreaterThanOrEqual(300);
        expect(reply?.status, path).toBeLessThan(500);
        expect(reply?.body, path).not.toContain('"dependencies"');
      }
    }
  });

  test('internal pages of Next are answered 404', async () => {
    for (const path of ['/_global-error', '/_not-found', '/_error', '/_document']) {
      for (const method of ['GET', 'HEAD'])
        expect((await fetch(app.url + path, { method })).status, path).toBe(404);
    }
  });

  test('internal headers of Next change no answer', async () => {
    const headers = {
      'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware',
      'x-middleware-rewrite': 'http://malo.cl/',
      'x-middleware-next': '1',
      'x-invoke-path': '/admin',
      'x-invoke-status': '200',
      'x-matched-path': '/admin',
      'x-now-route-matches': '1=admin',
      'x-nextjs-rewrite': '/admin',
      'x-rewrite-url': '/admin',
      'x-original-url': '/admin',
      'x-http-method-override': 'DELETE',
      'x-path': '/admin',
    };
    for (const [name, value] of Object.entries(headers)) {
      const page = await fetch(`${app.url}/panel`, {
        headers: { [name]: value },
        redirect: 'manual',
      });
      expect(page.status, name).toBe(307);
      expect(page.headers.get('location'), name).toBe('/login?next=%2Fpanel');
      const api = await fetch(`${app.url}/api/guarantees/mine`, { headers: { [name]: value } });
      expect(api.status, name).toBe(401);
    }
  });
});

test('a login leads back to the page with its filters, without the notice of one visit', async () => {
  const page = await fetch(`${app.url}/panel/solicitudes?q=obras&aviso=enviada`, {
    redirect: 'manual',
  });
  expect(page.headers.get('location')).toBe(
    `/login?next=${encodeURIComponent('/panel/solicitudes?q=obras')}`,
  );
});

test('after all these requests each line of the log is one JSON object of bounded length', async () => {
  const evil = { 'user-agent': 'a\u009b31m"}', 'next-action': 'b'.repeat(42), accept: '"}{' };
  await fetch(`${app.url}/login`, { method: 'POST', headers: evil, body: '[]' }).catch(() => null);
  const data = '--x\r\nContent-Disposition: form-data; name="$ACTION_ID_hola"\r\n\r\n\r\n--x--\r\n';
  const multipart = { 'content-type': 'multipart/form-data; boundary=x' };
  await fetch(`${app.url}/login`, { method: 'POST', headers: multipart, body: data });
  const output = app
    .output()
    .slice(begun)
    .replace(/^Resguardo: http.*$/m, '');
  const logged = output.slice(0, output.lastIndexOf('\n')).split('\n').filter(Boolean);
  expect(logged.length).toBeGreaterThan(10);
  for (const line of logged) {
    expect(line.length).toBeLessThan(4000);
    expect(line).toMatch(/^[ -~]+$/);
    expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number), msg: expect.any(String) });
  }
  expect(logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  expect((await fetch(`${app.url}/api/health`)).status).toBe(200);
});
