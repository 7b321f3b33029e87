import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { GET as getDocument, HEAD as headDocument } from '#app/api/openapi.json/route.ts';
import { GET as getScript, HEAD as headScript } from '#app/docs/[script]/route.ts';
import { GET as getPage } from '#app/docs/route.ts';
import { call } from '#tests/support/call.ts';
import { projectRoot } from '#tests/support/source-files.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest();

describe('GET /api/openapi.json', () => {
  test('answers the document, cacheable, 304 for a known copy', async () => {
    const response = await call(getDocument, '/api/openapi.json');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('public, max-age=300');
    const document = await response.json();
    expect(document.openapi).toBe('3.1.0');
    const etag = response.headers.get('etag') ?? '';
    const again = await call(getDocument, '/api/openapi.json', {
      headers: { 'if-none-match': etag },
    });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    expect((await call(headDocument, '/api/openapi.json', { method: 'HEAD' })).status).toBe(200);
  });
});

describe('GET /docs', () => {
  test('is a page whose one script is ours and carries the nonce', async () => {
    const response = await call(getPage, '/docs', { headers: { 'x-nonce': 'bm9uY2U=' } });
    const html = await response.text();
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'nonce-bm9uY2U='");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe/);
    expect(html).not.toMatch(/(src|href)="(https?:)?\/\//);
    expect(html.match(/<script(?! id="api-reference" type="application\/json")[^>]*>/g)).toEqual([
      expect.stringMatching(/^<script nonce="bm9uY2U=" src="\/docs\/scalar-[\d.]+\.js">$/),
    ]);
  });

  test('a nonce cannot break out of its attribute', async () => {
    const response = await call(getPage, '/docs', { headers: { 'x-nonce': '"><b>' } });
    expect(await response.text()).not.toContain('<b>');
  });

  test('its script is served whole, not encoded by us, kept for ever', async () => {
    const html = await (await call(getPage, '/docs')).text();
    const script = /\/docs\/(scalar-[\d.]+\.js)/.exec(html)?.[1] ?? '';
    const options = { params: { script }, headers: { 'accept-encoding': 'br, gzip' } };
    const response = await call(getScript, `/docs/${script}`, options);
    // Next drops this header from what a route answers, and compresses by itself.
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const bytes = Buffer.from(await response.arrayBuffer());
    const file = 'node_modules/@scalar/api-reference/dist/browser/standalone.js';
    expect(bytes.equals(readFileSync(`${projectRoot}${file}`))).toBe(true);
    const head = await call(headScript, `/docs/${script}`, { ...options, method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
  });

  test('another name is not there', async () => {
    for (const script of ['scalar-0.0.0.js', '../package.json']) {
      const response = await call(getScript, `/docs/${script}`, { params: { script } });
      expect(response.status).toBe(404);
    }
  });
});
