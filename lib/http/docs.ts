import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { wholeResponse } from '#lib/platform/content.ts';
import { AppError } from '#lib/platform/errors.ts';
import { docsPolicy } from '#lib/platform/headers.ts';
import { defineStream } from '#lib/platform/operation.ts';
import { singleton } from '#lib/platform/singleton.ts';

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
    return wholeResponse(docsPage(nonce, await scalarVersion()), { headers });
  },
});

/** 4.3 MB; its version is in the address, so it never changes. */
export const getDocsScript = defineStream({
  method: 'GET',
  path: '/docs/{script}',
  auth: 'guest',
  limit: { name: 'docs/script', points: 60, seconds: 600, per: 'address' },
  produces: 'text/javascript',
  params: z.object({ script: z.string().max(60) }),
  reply: z.never(),
  errors: ['not_found'],
  summary: 'The program of the page /docs',
  handler: async (_ctx, { params }) => {
    if (params.script !== `scalar-${await scalarVersion()}.js`) throw new AppError('not_found');
    return wholeResponse(await scalarScript(), {
      headers: {
        'Content-Type': 'text/javascript; charset=utf-8',
        'Cache-Control': 'public, max-age=31536000, immutable',
      },
    });
  },
});

function scalarVersion(): Promise<string> {
  return singleton('scalar-version', async () => {
    const text = await readFile(join(scalarFolder(), 'package.json'), 'utf8');
    return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
  });
}

/** Read once: slow readers share it. */
function scalarScript(): Promise<Uint8Array<ArrayBuffer>> {
  return singleton('scalar-script', () =>
    readFile(join(scalarFolder(), 'dist/browser/standalone.js')),
  );
}

function scalarFolder(): string {
  return join(process.cwd(), 'node_modules/@scalar/api-reference');
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
