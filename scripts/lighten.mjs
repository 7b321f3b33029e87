import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Without dependencies and TypeScript: this script runs before anything is installed, on Node 20 or
// later.

/** Packages that only the build needs. They are removed from the container image. */
const toBuild = [
  /^(node-(linux|darwin|win)-[^/]*|typescript|tailwindcss|caniuse-lite|jiti|sharp|sentry|rollup|oxc-parser)$/,
  /^(lightningcss|playwright)[^/]*$/,
  /^@(typescript|tailwindcss|types|img|babel|rollup|oxc-parser|oxc-project)$/,
  // pdf.js requires a canvas for Node, but only browsers draw here.
  /^@napi-rs\/canvas|^pdfjs-dist\/(build|image_decoders|types|web)$/,
  /^@next\/swc-|^@libsql\/.*-musl$/,
  /^next\/dist\/(docs|esm|next-devtools|bundle-analyzer)$/,
  /^next\/dist\/compiled\/(babel|babel-packages|next-devtools|[^/]*-experimental)$/,
  /^next\/dist\/compiled\/next-server\/.*(experimental|\.dev\.js)/,
  /\.(map|d\.[cm]?ts)$/,
];

/**
 * Removes a fifth of the installed files: C headers of the pinned Node, source maps of Next, and
 * the canvas that pdf.js would use in Node.
 */
export function lighten(modules) {
  if (!existsSync(modules)) return;
  const pinned = readdirSync(modules).filter((name) => /^node-(linux|darwin|win)-/.test(name));
  for (const name of pinned) remove(modules, name, [/\/include$/]);
  remove(modules, 'next/dist', [/\.map$/]);
  remove(modules, '@napi-rs', [/\/canvas/]);
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
