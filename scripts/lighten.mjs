import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Runs before anything is installed, on Node 20 and later: no dependencies, no TypeScript.

/** What only building needs, and nothing serves: of an image that has a Node of its own. */
const toBuild = [
  /^(node-(linux|darwin|win)-[^/]*|typescript|tailwindcss|caniuse-lite|jiti|sharp|sentry|rollup|oxc-parser)$/,
  /^(lightningcss|playwright)[^/]*$/,
  /^@(typescript|tailwindcss|types|img|babel|rollup|oxc-parser|oxc-project)$/,
  /^@next\/swc-|^@libsql\/.*-musl$/,
  /^next\/dist\/(docs|esm|next-devtools|bundle-analyzer)$/,
  /^next\/dist\/compiled\/(babel|babel-packages|next-devtools|[^/]*-experimental)$/,
  /^next\/dist\/compiled\/next-server\/.*(experimental|\.dev\.js)/,
  /\.(map|d\.[cm]?ts)$/,
];

/** A fifth of what is installed: C headers beside the pinned Node, and maps of Next's own code. */
export function lighten(modules) {
  if (!existsSync(modules)) return;
  const pinned = readdirSync(modules).filter((name) => /^node-(linux|darwin|win)-/.test(name));
  for (const name of pinned) remove(modules, name, [/\/include$/]);
  remove(modules, 'next/dist', [/\.map$/]);
}

function remove(modules, folder, unwanted) {
  if (!existsSync(join(modules, folder))) return;
  for (const entry of readdirSync(join(modules, folder), { withFileTypes: true })) {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (unwanted.some((name) => name.test(path))) rmSync(join(modules, path), { recursive: true });
    else if (entry.isDirectory()) remove(modules, path, unwanted);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) remove('node_modules', '', toBuild);
