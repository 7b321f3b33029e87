import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serveScriptlessPages } from '#lib/http/server/scriptless-pages.ts';

/** A page as Next writes it, and its style. */
const css = '.a{color:#fff}.á::before{content:"$&"}';
const html = (path: string) =>
  `<!DOCTYPE html><html><head><link rel="stylesheet" href="/a.css" data-precedence="next"/><link rel="preload" as="script" href="/a.js"/><script src="/a.js" async=""></script><title>${path}</title></head><body><a href="/contacto">${path}</a><script>self.__next_f.push([1,"a\\u003c/script>"])</script></body></html>`;

let failing: boolean;
let requestedUrls: string[];
let server: ReturnType<typeof createServer>;
beforeEach(async () => {
  failing = false;
  requestedUrls = [];
  server = createServer(
    serveScriptlessPages((req, res) => {
      requestedUrls.push(`${req.method} ${req.url} ${req.headers.cookie ?? ''}`);
      res.statusCode = failing ? 500 : 200;
      res.setHeader('set-cookie', 'a=1');
      res.end(req.url === '/a.css' ? css : html(req.url ?? ''));
    }),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => {
  server.close();
});

async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }).end();
  const [reply] = await once(sent, 'response');
  return { status: reply.statusCode, headers: reply.headers, body: await buffer(reply) };
}

test('a public page is sent without scripts, with a policy that names its one style', async () => {
  const { status, headers, body } = await ask('/');
  expect(status).toBe(200);
  const page = body.toString();
  expect(page).not.toMatch(/<script|as="script"|rel="stylesheet"|nonce/);
  expect(page).toContain('<title>/</title>');
  expect(page).toContain('<a href="/contacto">/</a></body></html>');
  const style = /<style>(.*)<\/style>/s.exec(page)?.[1] ?? '';
  expect(style).toBe(css);
  const hash = createHash('sha256').update(style).digest('base64');
  expect(headers['content-security-policy']).toContain(`style-src 'sha256-${hash}';`);
  expect(headers['content-security-policy']).toMatch(/^default-src 'self'; script-src 'none';/);
  expect(headers['content-security-policy']).not.toMatch(/script-src (?!'none')|unsafe|nonce/);
});

test('a public page is rendered once for all, without cookies and query', async () => {
  const cookie = { cookie: 'service_session=de-ana' };
  const pages = await Promise.all([ask('/', cookie), ask('/?a=1'), ask('/', cookie)]);
  await ask('/privacidad', cookie);
  expect(requestedUrls).toEqual(['GET / ', 'GET /a.css ', 'GET /privacidad ', 'GET /a.css ']);
  for (const { body, headers } of pages) {
    expect(body).toEqual(pages[0]?.body);
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['cache-control']).toMatch(/^public, max-age=300,/);
    expect(headers.vary).toBe('Accept-Encoding, Cookie');
  }
});

test('a public page is compressed as the client accepts, and 304 for its ETag in any compression', async () => {
  const whole = (await ask('/')).body;
  const br = await ask('/', { 'accept-encoding': 'gzip, br' });
  expect(br.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(br.body)).toEqual(whole);
  const gzip = await ask('/', { 'accept-encoding': 'gzip, br;q=0' });
  expect(gzip.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(gzip.body)).toEqual(whole);
  const { etag = '' } = gzip.headers;
  expect(etag).toMatch(/^W\/"[\w-]+"$/);
  const known = await ask('/', { 'if-none-match': `"b", ${etag}`, 'accept-encoding': 'br' });
  expect(known).toMatchObject({ status: 304, headers: { etag }, body: Buffer.alloc(0) });
  expect((await ask('/privacidad', { 'if-none-match': etag })).status).toBe(200);
});

test('the tender search is sent without scripts too, and rendered for each request', async () => {
  for (const path of ['/licitaciones?q=a', '/licitaciones?q=b']) {
    const { headers, body } = await ask(path, { cookie: 'service_session=de-ana' });
    expect(body.toString()).toContain(`<title>${path}</title>`);
    expect(body.toString()).not.toMatch(/<script|as="script"|rel="stylesheet"/);
    expect(headers['content-security-policy']).toMatch(/script-src 'none'.*style-src 'sha256-/);
    expect(headers).not.toHaveProperty('etag');
    expect(headers['cache-control'] ?? '').not.toContain('public');
  }
  expect(requestedUrls).toEqual([
    'GET /licitaciones?q=a ',
    'GET /a.css ',
    'GET /licitaciones?q=b ',
  ]);
  const packed = await ask('/licitaciones', { 'accept-encoding': 'br' });
  expect(brotliDecompressSync(packed.body).toString()).toContain('<title>/licitaciones</title>');
  failing = true;
  expect((await ask('/licitaciones')).status).toBe(500);
});

test('the tender search for a draft is rendered with its cookies, and cached by nobody', async () => {
  const path = '/licitaciones?q=a&borrador=x';
  const { headers, body } = await ask(path, { cookie: 'service_session=de-ana' });
  expect(requestedUrls[0]).toBe(`GET ${path} service_session=de-ana`);
  expect(headers['cache-control']).toBe('private, no-store');
  expect(body.toString()).not.toMatch(/<script/);
});

test('HEAD of a public page has the length of the page and no body', async () => {
  const { headers, body } = await ask('/', {}, 'HEAD');
  expect(body).toHaveLength(0);
  expect(headers['content-length']).toBe(`${(await ask('/')).body.length}`);
});

test.each([
  ['POST', '/'],
  ['GET', '/privacidad/'],
  ['GET', '/contacto'],
  ['GET', '/panel?x=/'],
])('%s %s is left to Next, with its cookies', async (method, path) => {
  const { headers } = await ask(path, { cookie: 'b=2' }, method);
  expect(requestedUrls).toEqual([`${method} ${path} b=2`]);
  expect(headers['cache-control']).toBeUndefined();
});

test('a public page that cannot be rendered is answered by Next, and rendered at the next request', async () => {
  failing = true;
  expect(await ask('/')).toMatchObject({ status: 500, headers: { 'set-cookie': ['a=1'] } });
  failing = false;
  expect((await ask('/')).headers['cache-control']).toMatch(/^public/);
});
