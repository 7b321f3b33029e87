import { type IncomingHttpHeaders, request } from 'node:http';
import { beforeAll, expect, test } from 'vitest';
import { type AppProcess, startApp } from '#tests/support/app-process.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { filesUnder } from '#tests/support/source-files.ts';

/**
 * Our way and Next's own pipeline answer the same, at every address that a route file has, but for
 * methods it lacks. Two servers have empty databases: no request depends on stored data.
 */
let direct: AppProcess;
let next: AppProcess;
beforeAll(async () => {
  direct = await startApp();
  next = await startApp({ allNext: true });
});

type RequestInput = {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
};
type Answer = { status: number; headers: IncomingHttpHeaders; body: string };

/** Sends by Node's own client, which changes nothing about a path. */
function ask(app: AppProcess, { method, path, headers, body }: RequestInput): Promise<Answer> {
  const { hostname, port } = new URL(app.url);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        hostname,
        port,
        method,
        path,
        // Both servers get the same host name, because replies that name the address would differ.
        headers: {
          host: 'localhost',
          'x-request-id': 'the-same-for-both',
          ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
          ...headers,
        },
      },
      (reply) => {
        const chunks: Buffer[] = [];
        reply.on('data', (chunk) => chunks.push(chunk));
        reply.on('error', reject);
        reply.on('end', () =>
          resolve({
            status: reply.statusCode ?? 0,
            headers: reply.headers,
            body: Buffer.concat(chunks).toString('latin1'),
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Headers that carry the bytes, or are new in each reply. */
const travelling = [
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'vary',
];

function comparable({ status, headers, body }: Answer, app: AppProcess) {
  const remaining = Object.entries(headers).filter(([name]) => !travelling.includes(name));
  const fresh = (text: string) =>
    text
      .replaceAll(app.url, 'http://app')
      .replace(/nonce(-|=")[A-Za-z0-9+/=]+/g, 'nonce')
      .replace(/[A-Za-z0-9_-]{22,}(\.[A-Za-z0-9_-]+)*/g, '<token>')
      .replace(/\b(desafio_|borrador-|google_login_)[\w-]{8}=/g, '$1<of this flow>=')
      .replace(/"\d{4}-\d\d-\d\dT[^"]+"/g, '<time>');
  return {
    status,
    headers: Object.fromEntries(remaining.map(([name, value]) => [name, fresh(String(value))])),
    body: fresh(body),
  };
}

const json = { 'content-type': 'application/json' };
const typed = { 'content-type': 'application/x-www-form-urlencoded' };

const ofFiles = filesUnder('app')
  .filter((file) => file.endsWith('/route.ts'))
  .flatMap((file, n): RequestInput[] => {
    const path = file.slice('app'.length, -'/route.ts'.length).replaceAll(/\/\(\w+\)/g, '');
    const address = path.replaceAll(/\[[\w.]+\]/g, 'A'.repeat(22));
    const each: RequestInput[] = [
      {
        method: 'GET',
        path: `${address}?a=1&a=2&%00=%FF`,
        headers: { cookie: 'service_session=a' },
      },
      { method: 'POST', path: address, headers: json, body: '{}' },
      { method: 'PUT', path: address, headers: json, body: '{}' },
      { method: 'DELETE', path: address },
    ];
    // Requests for the answers that depend on no route.
    const some: RequestInput[] = [
      { method: 'GET', path: address },
      { method: 'HEAD', path: address },
      { method: 'POST', path: address, headers: json, body: '{"a":' },
      { method: 'POST', path: address, headers: json, body: `"${'a'.repeat(300_000)}"` },
      { method: 'POST', path: address, headers: typed, body: 'a=1&a=2&email=a%40b' },
      { method: 'OPTIONS', path: address },
      { method: 'PATCH', path: address, headers: json, body: '{}' },
    ];
    return n % 8 === 0 ? [...each, ...some] : each;
  });

const odd = [
  '/api',
  '/api/',
  '/api/nada',
  '/api/nada/de/nada',
  '/api/health/',
  '/api//health',
  '/api/./health',
  '/api/../api/health',
  '/api/%68ealth',
  '/api/health%2F',
  '/api/health%00',
  '/api/health;a=1',
  '/api/health?',
  '/api/health#a',
  '/api/documents/a%2Fb',
  '/api/documents/%E0%A4%A',
  '/api/documents/..%2f..%2fetc',
  '/api/HEALTH',
  '/api/health.txt',
  '/api/[[...rest]]',
  '/api/documents/[id]',
  '/api/__proto__',
  '/api/constructor/prototype',
].flatMap((path): RequestInput[] => [
  { method: 'GET', path },
  { method: 'POST', path, headers: json, body: '{}' },
]);

const others = [
  ...['TRACE', 'PROPFIND', 'PURGE'].map((method) => ({ method, path: '/api/health' })),
  {
    method: 'POST',
    path: '/api/guarantees/public',
    headers: { ...json, 'idempotency-key': 'una-vez-y-no-mas' },
    body: JSON.stringify(publicBody),
  },
  { method: 'GET', path: '/api/openapi.json' },
];

const byPath = Object.entries(
  Object.groupBy([...ofFiles, ...odd, ...others], ({ path }) => path.split('?')[0] ?? ''),
);

test.each(byPath)(
  '%s is answered alike by our router and by Next, for every method and body',
  async (_, asks = []) => {
    for (const requested of asks) {
      const [ours, theirs] = await Promise.all([ask(direct, requested), ask(next, requested)]);
      if (ours.status === 405) {
        // Next answers 405 without a body, and OPTIONS without a handler.
        expect(theirs.status, `${requested.method} ${requested.path}`).toBe(
          requested.method === 'OPTIONS' ? 204 : 405,
        );
        continue;
      }
      expect(comparable(ours, direct), `${requested.method} ${requested.path}`).toEqual(
        comparable(theirs, next),
      );
    }
  },
);

test('replies are compressed where that saves bytes and the client accepts it', async () => {
  const encoding = async (path: string, accepted: string) => {
    const headers = { 'accept-encoding': accepted };
    return (await ask(direct, { method: 'GET', path, headers })).headers['content-encoding'];
  };
  expect(await encoding('/api/openapi.json', 'br, gzip')).toBe('gzip');
  expect(await encoding('/api/openapi.json', 'identity')).toBeUndefined();
  expect(await encoding('/api/openapi.json', 'gzip;q=0, identity')).toBeUndefined();
  expect(await encoding('/api/csrf-token', 'gzip')).toBeUndefined();
});

test.each(['gzip', 'identity'])(
  'the reply has Vary: Accept-Encoding, also for a client that accepts %s',
  async (accepted) => {
    const headers = { 'accept-encoding': accepted };
    const reply = await ask(direct, { method: 'GET', path: '/api/openapi.json', headers });
    expect(reply.headers.vary?.toLowerCase().split(/, */)).toContain('accept-encoding');
  },
);
