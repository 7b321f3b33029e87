import { z } from 'zod';
import { etagOf, matchesEtag } from '#lib/http/files/ranges.ts';
import { createApiDocument } from '#lib/http/openapi/document.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { notModifiedStatus } from '#lib/platform/operations/files.ts';
import { type AnyOperation, defineStream } from '#lib/platform/operations/operation.ts';
import { singleton } from '#lib/platform/process/singleton.ts';
import { wholeResponse } from '#lib/platform/web/content.ts';

/** Serves `GET /api/openapi.json`, which is built at the first request and then kept in memory. */
export function serveApiDocument(listOperations: () => AnyOperation[]) {
  return defineStream({
    method: 'GET',
    path: '/api/openapi.json',
    auth: 'guest',
    limit: { unlimited: 'served from memory; the same for everyone' },
    produces: 'application/json',
    reply: z.never(),
    alsoAnswers: notModifiedStatus,
    summary: 'Get this description as OpenAPI 3.1',
    handler: async (_ctx, _input, request) => {
      const { text, etag } = singleton('api-document', () => render(listOperations()));
      const headers = { ETag: etag, 'Cache-Control': 'public, max-age=300' };
      if (matchesEtag(request.headers.get('if-none-match'), etag)) {
        return new Response(null, { status: 304, headers });
      }
      const type = { 'Content-Type': 'application/json; charset=utf-8' };
      return wholeResponse(text, { headers: { ...type, ...headers } });
    },
  });
}

function render(operations: AnyOperation[]) {
  const text = JSON.stringify(createApiDocument(operations, getEnv().appUrl));
  return { text, etag: etagOf(text) };
}
