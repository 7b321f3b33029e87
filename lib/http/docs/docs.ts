import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { plainDocument, styles } from '#lib/http/share/share-layout.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { defineStream } from '#lib/platform/operations/operation.ts';
import { singleton } from '#lib/platform/process/singleton.ts';
import { wholeResponse } from '#lib/platform/web/content.ts';
import { docsPolicy } from '#lib/platform/web/headers.ts';
import { html } from '#lib/platform/web/html.ts';

export const getDocsPage = defineStream({
  method: 'GET',
  path: '/docs',
  auth: 'guest',
  limit: { unlimited: 'a constant page' },
  produces: 'text/html',
  reply: z.never(),
  summary: 'The API description, to be read by people',
  handler: async (_ctx, _input, request) => {
    // server.ts sets it on every request, over a client's own.
    const nonce = (request.headers.get('x-nonce') ?? '').replace(/[^\w+/=-]/g, '');
    const headers = {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': docsPolicy(nonce),
    };
    return wholeResponse(docsPage(nonce, await viewerFiles(), await styles()), { headers });
  },
});

/** Up to 1.7 MB; its name comes from its content, so it never changes. */
export const getDocsFile = defineStream({
  method: 'GET',
  path: '/docs/{file}',
  auth: 'guest',
  limit: { name: 'docs/file', points: 60, seconds: 600, per: 'address' },
  produces: ['text/javascript', 'text/css'],
  params: z.object({ file: z.string().max(60) }),
  reply: z.never(),
  errors: ['not_found'],
  summary: 'The program and the style of the page /docs',
  handler: async (_ctx, { params }) => {
    const files = Object.values(await viewerFiles());
    const file = files.find(({ name }) => name === params.file);
    if (!file) throw new AppError('not_found');
    return wholeResponse(file.bytes, {
      headers: {
        'Content-Type': `${file.type}; charset=utf-8`,
        'Cache-Control': 'public, max-age=31536000, immutable',
      },
    });
  },
});

type ViewerFile = { name: string; type: string; bytes: Uint8Array<ArrayBuffer> };

/** Read once: slow readers share them. */
function viewerFiles(): Promise<{ script: ViewerFile; style: ViewerFile }> {
  return singleton('docs-files', async () => {
    const [script, style, colours] = await Promise.all([
      readFile(join(viewer, 'swagger-ui-bundle.js')),
      readFile(join(viewer, 'swagger-ui.css')),
      readFile(join(process.cwd(), 'lib/http/docs/docs.css')),
    ]);
    return {
      script: named(script, 'js', 'text/javascript'),
      style: named(Buffer.concat([style, colours]), 'css', 'text/css'),
    };
  });
}

const viewer = join(process.cwd(), 'node_modules/swagger-ui-dist');

function named(bytes: Buffer<ArrayBuffer>, ending: string, type: string): ViewerFile {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  return { name: `${hash}.${ending}`, type, bytes };
}

/** Read only. Our own layout, as the viewer's has a second `main`; examples get labels. */
const start = `const dark = matchMedia('(prefers-color-scheme: dark)');
const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', paint);
paint();
const reading = ({ React: { createElement: el } }) => ({
  components: {
    Reading: ({ getComponent, specSelectors }) =>
      el('div', { className: 'swagger-ui' },
        el(getComponent('Markdown', true), { source: specSelectors.info().get('description') }),
        specSelectors.loadingStatus() === 'failed' && el(getComponent('errors', true)),
        el('h2', null, 'Operations'),
        el(getComponent('operations', true))),
  },
  wrapComponents: {
    DeepLink: () => ({ text }) => text,
    authorizeOperationBtn: () => () => null,
    ExamplesSelect: (Select) => (props) =>
      el('label', null, props.showLabels === false && 'Example ', el(Select, props)),
  },
});
SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#api',
  layout: 'Reading',
  plugins: [reading],
  deepLinking: true,
  supportedSubmitMethods: [],
  syntaxHighlight: false,
  validatorUrl: null,
});`;

type Files = Awaited<ReturnType<typeof viewerFiles>>;

function docsPage(nonce: string, { script, style }: Files, siteStyle: string): string {
  const content = html`<link rel="stylesheet" href="/docs/${style.name}">
<h1>API de Resguardo</h1>
<p>Pide garantías, consulta licitaciones y guarda documentos desde tu sistema. La descripción está en inglés; para tu programa, también como <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
<div id="api" lang="en"></div>
<script nonce="${nonce}" src="/docs/${script.name}"></script>
<script nonce="${nonce}">${{ markup: start }}</script>`;
  return plainDocument({ title: 'API', content }, { nonce, style: siteStyle });
}
