import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { GET as getFile, HEAD as headFile } from '#app/docs/[file]/route.ts';
import { GET as getPage } from '#app/docs/route.ts';
import { api, call } from '#tests/support/call.ts';
import { projectRoot } from '#tests/support/source-files.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest();

describe('GET /api/openapi.json', () => {
  test('answers the document, cacheable, 304 for a known copy', async () => {
    const response = await api('/api/openapi.json');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('public, max-age=300');
    const document = await response.json();
    expect(document.openapi).toBe('3.1.0');
    const etag = response.headers.get('etag') ?? '';
    const again = await api('/api/openapi.json', {
      headers: { 'if-none-match': etag },
    });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    expect((await api('/api/openapi.json', { method: 'HEAD' })).status).toBe(200);
  });
});

describe('GET /docs', () => {
  test('is a page whose scripts are ours and carry the nonce', async () => {
    const response = await call(getPage, '/docs', { headers: { 'x-nonce': 'bm9uY2U=' } });
    const html = await response.text();
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'nonce-bm9uY2U='");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe/);
    expect(html).not.toMatch(/(src|href)="(https?:)?\/\//);
    expect(html.match(/<script[^>]*>/g)).toEqual([
      expect.stringMatching(/^<script nonce="bm9uY2U=" src="\/docs\/[0-9a-f]{16}\.js">$/),
      '<script nonce="bm9uY2U=">',
    ]);
  });

  test('a nonce cannot break out of its attribute', async () => {
    const response = await call(getPage, '/docs', { headers: { 'x-nonce': '"><b>' } });
    expect(await response.text()).not.toContain('<b>');
  });

  test.each([
    ['js', 'text/javascript; charset=utf-8', ['node_modules/swagger-ui-dist/swagger-ui-bundle.js']],
    [
      'css',
      'text/css; charset=utf-8',
      ['node_modules/swagger-ui-dist/swagger-ui.css', 'lib/http/docs/docs.css'],
    ],
  ])('its %s is served whole, not encoded by us, kept for ever', async (ending, type, parts) => {
    const html = await (await call(getPage, '/docs')).text();
    const file = new RegExp(`/docs/([0-9a-f]{16}\\.${ending})`).exec(html)?.[1] ?? '';
    const options = { params: { file }, headers: { 'accept-encoding': 'br, gzip' } };
    const response = await call(getFile, `/docs/${file}`, options);
    expect(response.headers.get('content-type')).toBe(type);
    // Next drops this header from what a route answers, and compresses by itself.
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(
      bytes.equals(Buffer.concat(parts.map((path) => readFileSync(`${projectRoot}${path}`)))),
    ).toBe(true);
    const head = await call(headFile, `/docs/${file}`, { ...options, method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
  });

  test('another name is not there', async () => {
    for (const file of ['0123456789abcdef.js', '../package.json']) {
      const response = await call(getFile, `/docs/${file}`, { params: { file } });
      expect(response.status).toBe(404);
    }
  });
});
