import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { GET as getFile } from '#app/docs/[file]/route.ts';
import DocsPage from '#app/docs/page.tsx';
import { methodHandler } from '#lib/http/direct/method-handler.ts';
import { docsFiles } from '#lib/http/docs/docs.ts';
import { pagePolicy } from '#lib/http/server/page-policy.ts';
import { api, call } from '#tests/support/call.ts';
import { renderPage } from '#tests/support/page-request.ts';
import { projectRoot } from '#tests/support/source-files.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest();

describe('GET /api/openapi.json', () => {
  test('answers the document with caching, and 304 for a known ETag', async () => {
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
  test('loads the viewer from our own origin, and links the document for browsers without scripts', async () => {
    const html = await renderPage(DocsPage, {});
    expect(html).not.toMatch(/(src|href)="(https?:)?\/\//);
    expect(html).not.toContain('<script');
    expect(html.split('<noscript>')[1]).toContain('<a href="/api/openapi.json">');
  });

  test('has a policy that allows inline styles and no foreign script, for this page only', () => {
    const policy = pagePolicy('bm9uY2U=', '/docs');
    expect(policy).toContain("style-src 'self' 'unsafe-inline';");
    expect(policy).toContain("script-src 'self' 'nonce-bm9uY2U=' 'strict-dynamic';");
    expect(policy).toContain("connect-src 'self';");
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe/);
    for (const other of ['/contacto', '/docs/0123456789abcdef.css', '/docs.html']) {
      expect(pagePolicy('bm9uY2U=', other)).not.toContain('unsafe');
    }
  });

  test.each([
    ['js', 'text/javascript; charset=utf-8', ['node_modules/swagger-ui-dist/swagger-ui-bundle.js']],
    [
      'css',
      'text/css; charset=utf-8',
      ['node_modules/swagger-ui-dist/swagger-ui.css', 'lib/http/docs/docs.css'],
    ],
  ])('serves its %s unchanged and uncompressed, cached for a year', async (ending, type, parts) => {
    const { name: file } = (await docsFiles())[ending === 'js' ? 'script' : 'style'];
    expect(file).toMatch(new RegExp(`^[0-9a-f]{16}\\.${ending}$`));
    const options = { params: { file }, headers: { 'accept-encoding': 'br, gzip' } };
    const response = await call(getFile, `/docs/${file}`, options);
    expect(response.headers.get('content-type')).toBe(type);
    // Next drops this header from a route's answer, because it compresses on its own.
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(
      bytes.equals(Buffer.concat(parts.map((path) => readFileSync(`${projectRoot}${path}`)))),
    ).toBe(true);
    const head = await call(methodHandler({ GET: getFile }, 'HEAD'), `/docs/${file}`, {
      ...options,
      method: 'HEAD',
    });
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
  });

  test('answers 404 for another file name', async () => {
    for (const file of ['0123456789abcdef.js', '../package.json']) {
      const response = await call(getFile, `/docs/${file}`, { params: { file } });
      expect(response.status).toBe(404);
    }
  });
});
