import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { GET as getFile } from '#app/visor/[version]/[file]/route.ts';
import { pagePolicy } from '#lib/http/server/page-policy.ts';
import { viewerPath } from '#lib/http/share/viewer-files.ts';
import { call } from '#tests/support/call.ts';
import { projectRoot } from '#tests/support/source-files.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest();

const [, , version = ''] = viewerPath.split('/');
const ask = (file: string, of = version) =>
  call(getFile, `/visor/${of}/${file}`, { params: { version: of, file } });

test.each([
  ['legacy/build', 'pdf.min.mjs', 'text/javascript; charset=utf-8'],
  ['legacy/build', 'pdf.worker.min.mjs', 'text/javascript; charset=utf-8'],
  ['wasm', 'jbig2_nowasm_fallback.js', 'text/javascript; charset=utf-8'],
  ['cmaps', 'UniGB-UCS2-H.bcmap', 'application/octet-stream'],
  ['standard_fonts', 'FoxitSymbol.pfb', 'application/octet-stream'],
])(
  'the pdf.js file %s/%s is served by us and may be cached for ever',
  async (folder, file, type) => {
    const response = await ask(file);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const bytes = Buffer.from(await response.arrayBuffer());
    const installed = readFileSync(`${projectRoot}node_modules/pdfjs-dist/${folder}/${file}`);
    expect(bytes.equals(installed)).toBe(true);
  },
);

test('no other file and no other version of pdf.js is served', async () => {
  const others = ['package.json', '../package.json', 'pdf.mjs', 'quickjs-eval.js', 'openjpeg.wasm'];
  for (const file of others) expect((await ask(file)).status).toBe(404);
  expect((await ask('pdf.min.mjs', '1.0.0')).status).toBe(404);
});

test('the policy of the pdf.js worker forbids eval and other hosts, and its code contains no eval', async () => {
  const policy = (await ask('pdf.worker.min.mjs')).headers.get('content-security-policy');
  expect(policy).toBe("default-src 'none'; script-src 'self'; connect-src 'self'");
  const program = await (await ask('pdf.worker.min.mjs')).text();
  expect(program).not.toMatch(/\beval\(|new Function\(/);
});

test('only pages of share links may start a worker, and their policy allows no eval', () => {
  const page = pagePolicy('bm9uY2U=', '/c/abc');
  expect(page).toContain("worker-src 'self';");
  expect(page).not.toMatch(/unsafe|worker-src[^;]*blob/);
  expect(pagePolicy('bm9uY2U=', '/contacto')).not.toContain('worker-src');
});
