import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '#lib/platform/operations/errors.ts';
import { defineStream } from '#lib/platform/operations/operation.ts';
import { singleton } from '#lib/platform/process/singleton.ts';
import { wholeResponse } from '#lib/platform/web/content.ts';
import packageJson from '#package.json' with { type: 'json' };

const version = packageJson.dependencies['pdfjs-dist'];

/** Path of pdf.js for browsers. The names of its files are unique, so they need no subfolders. */
export const viewerPath = `/visor/${version}/`;

/** Policy of the worker: it may run and fetch only files of our origin. */
const WORKER_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'";

/** Serves pdf.js, which draws the PDFs of share links, with its fonts and character maps. */
export const getViewerFile = defineStream({
  method: 'GET',
  path: '/visor/{version}/{file}',
  auth: 'guest',
  limit: { name: 'visor/file', points: 300, seconds: 600, per: 'ip' },
  produces: ['text/javascript', 'application/octet-stream'],
  params: z.object({ version: z.string().max(20), file: z.string().max(60) }),
  reply: z.never(),
  errors: ['not_found'],
  summary: 'Get a file of the viewer for PDFs of share links',
  handler: async (_ctx, { params: { version: requestedVersion, file } }) => {
    const folder = (await viewerFiles()).get(file);
    if (folder === undefined || requestedVersion !== version) throw new AppError('not_found');
    const isScript = /js$/.test(file);
    return wholeResponse(await readFile(join(root, folder, file)), {
      headers: {
        'Content-Type': isScript ? 'text/javascript; charset=utf-8' : 'application/octet-stream',
        'Cache-Control': 'public, max-age=31536000, immutable',
        ...(isScript && { 'Content-Security-Policy': WORKER_POLICY }),
      },
    });
  },
});

const root = join(/* turbopackIgnore: true */ process.cwd(), 'node_modules/pdfjs-dist');

/**
 * Files of pdf.js that are served. The older browsers of banks need the legacy build. WebAssembly
 * stays out, because the policy would have to allow it: scripts decode JBIG2 and JPEG 2000, and
 * colour profiles are not applied.
 */
const servedFiles = {
  'legacy/build': /^pdf(\.worker)?\.min\.mjs$/,
  wasm: /_nowasm_fallback\.js$/,
  cmaps: /\.bcmap$/,
  standard_fonts: /\.(pfb|ttf)$/,
};

/** Returns the folder of each file that is served, by its name. */
function viewerFiles(): Promise<Map<string, string>> {
  return singleton('viewer-files', async () => {
    const folders = Object.entries(servedFiles).map(async ([folder, names]) =>
      (await readdir(join(root, folder)))
        .filter((name) => names.test(name))
        .map((name) => [name, folder] as const),
    );
    return new Map((await Promise.all(folders)).flat());
  });
}
