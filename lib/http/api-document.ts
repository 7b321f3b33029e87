import { createHash } from 'node:crypto';
import { z } from 'zod';
import { createApiDocument } from '#lib/http/openapi/document.ts';
import { wholeResponse } from '#lib/platform/content.ts';
import { getEnv } from '#lib/platform/env.ts';
import { type AnyOperation, defineStream } from '#lib/platform/operation.ts';
import { singleton } from '#lib/platform/singleton.ts';

/** `GET /api/openapi.json`: built at the first request, then served from memory. */
export function serveApiDocument(list: () => AnyOperation[]) {
  return defineStream({
    method: 'GET',
    path: '/api/openapi.json',
    auth: 'guest',
    limit: { unlimited: 'served from memory; the same for everyone' },
    produces: 'application/json',
    reply: z.never(),
    alsoAnswers: { 304: 'The copy named by `If-None-Match` is still good.' },
    summary: 'This description as OpenAPI 3.1',
    handler: async (_ctx, _input, request) => {
      const { text, etag } = singleton('api-document', () => render(list()));
      const headers = { ETag: etag, 'Cache-Control': 'public, max-age=300' };
      if (request.headers.get('if-none-match') === etag) {
        return new Response(null, { status: 304, headers });
      }
      const type = { 'Content-Type': 'application/json; charset=utf-8' };
      return wholeResponse(text, { headers: { ...type, ...headers } });
    },
  });
}

function render(operations: AnyOperation[]) {
  const text = JSON.stringify(createApiDocument(operations, getEnv().appUrl));
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  return { text, etag };
}
