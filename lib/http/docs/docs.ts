import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '#lib/platform/operations/errors.ts';
import { defineStream } from '#lib/platform/operations/operation.ts';
import { singleton } from '#lib/platform/process/singleton.ts';
import { wholeResponse } from '#lib/platform/web/content.ts';

/**
 * Serves a file of the viewer, up to 1.7 MB. Its name is a hash of its content, so browsers keep
 * it.
 */
export const getDocsFile = defineStream({
  method: 'GET',
  path: '/docs/{file}',
  auth: 'guest',
  limit: { name: 'docs/file', points: 60, seconds: 600, per: 'ip' },
  produces: ['text/javascript', 'text/css'],
  params: z.object({ file: z.string().max(60) }),
  reply: z.never(),
  errors: ['not_found'],
  summary: 'Get a script or style of the page /docs',
  handler: async (_ctx, { params }) => {
    const files = Object.values(await docsFiles());
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

/** Reads the files once and keeps them in memory. */
export function docsFiles(): Promise<{ script: ViewerFile; style: ViewerFile }> {
  return singleton('docs-files', async () => {
    const [script, style, colours] = await Promise.all([
      readFile(join(viewer, 'swagger-ui-bundle.js')),
      readFile(join(viewer, 'swagger-ui.css')),
      readFile(join(root, 'lib/http/docs/docs.css')),
    ]);
    return {
      script: viewerFile(script, 'js', 'text/javascript'),
      style: viewerFile(Buffer.concat([style, colours]), 'css', 'text/css'),
    };
  });
}

const root = /* turbopackIgnore: true */ process.cwd();
const viewer = join(root, 'node_modules/swagger-ui-dist');

function viewerFile(bytes: Buffer<ArrayBuffer>, extension: string, type: string): ViewerFile {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  return { name: `${hash}.${extension}`, type, bytes };
}
