import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { z } from 'zod';
import { AppError } from '#lib/platform/errors.ts';
import { docsPolicy } from '#lib/platform/headers.ts';
import { defineStream } from '#lib/platform/operation.ts';
import { singleton } from '#lib/platform/singleton.ts';

/** The API description as a page: Scalar, served whole from our own origin. */
export const getDocsPage = defineStream({
  method: 'GET',
  path: '/docs',
  auth: 'guest',
  limit: { unlimited: 'a constant page' },
  produces: 'text/html',
  reply: z.never(),
  summary: 'The API description, to be read by people',
  handler: async (_ctx, _input, request) => {
    // Set by server.ts on every request, over whatever a client sends.
    const nonce = (request.headers.get('x-nonce') ?? '').replace(/[^\w+/=-]/g, '');
    const headers = {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': docsPolicy(nonce),
    };
    return new Response(docsPage(nonce, (await scalar()).version), { headers });
  },
});

/** 4.3 MB, compressed once and kept (1.2 MB); its version is in the address, so it never changes. */
export const getDocsScript = defineStream({
  method: 'GET',
  path: '/docs/{script}',
  auth: 'guest',
  limit: { unlimited: 'a constant file that browsers keep' },
  produces: 'text/javascript',
  params: z.object({ script: z.string().max(60) }),
  reply: z.never(),
  errors: ['not_found'],
  summary: 'The program of the page /docs',
  handler: async (_ctx, { params }, request) => {
    const { version, path, zipped } = await scalar();
    if (params.script !== `scalar-${version}.js`) throw new AppError('not_found');
    const headers = {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'public, max-age=31536000, immutable',
      Vary: 'Accept-Encoding',
    };
    if (/\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')) {
      return new Response(zipped, { headers: { ...headers, 'Content-Encoding': 'gzip' } });
    }
    return new Response(await readFile(path), { headers });
  },
});

function scalar() {
  return singleton('scalar', async () => {
    const root = join(process.cwd(), 'node_modules/@scalar/api-reference');
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    const path = join(root, 'dist/browser/standalone.js');
    const zipped = await promisify(gzip)(await readFile(path));
    return { version: String(version), path, zipped };
  });
}

/** Everything that could reach another origin is off: fonts, telemetry, proxy, assistant. */
const configuration = {
  url: '/api/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: '',
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  persistAuth: false,
  orderSchemaPropertiesBy: 'preserve',
  documentDownloadType: 'json',
};

function docsPage(nonce: string, version: string): string {
  const settings = JSON.stringify(configuration).replaceAll('"', '&quot;');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Resguardo API</title>
<link rel="icon" href="/icon.svg">
</head>
<body>
<noscript>The description as JSON: <a href="/api/openapi.json">/api/openapi.json</a></noscript>
<script id="api-reference" type="application/json" data-configuration="${settings}"></script>
<script nonce="${nonce}" src="/docs/scalar-${version}.js"></script>
</body>
</html>
`;
}
