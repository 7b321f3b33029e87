import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { POST as arrivalsRoute } from '#app/api/documents/arrivals/route.ts';
import { POST as deleteRoute } from '#app/api/documents/delete/route.ts';
import { POST as uploadRoute } from '#app/api/documents/upload/route.ts';
import { POST as formRoute } from '#app/panel/documentos/ordenar/guardar/route.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import type { RouteHandler } from '#tests/support/routes.ts';

/** The vault's own handlers over HTTP without Next: a process that starts in a moment. */
const routes: Record<string, RouteHandler> = {
  '/api/documents/upload': uploadRoute,
  '/api/documents/arrivals': arrivalsRoute,
  '/panel/documentos/ordenar/guardar': formRoute,
  '/api/documents/delete': deleteRoute,
};

const server = createServer(async (req, res) => {
  const path = req.url ?? '';
  const request = new Request(`${getEnv().appUrl}${path}`, {
    method: req.method ?? 'GET',
    // Node joins repeated headers, except cookies, of which there is one line.
    headers: req.headers as Record<string, string>,
    body: Readable.toWeb(req) as ReadableStream,
    duplex: 'half',
  } as RequestInit);
  const response = await routes[path]?.(request, { params: Promise.resolve({}) });
  res.writeHead(response?.status ?? 404, { 'content-type': 'application/json' });
  res.end(await response?.text());
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`port ${address && typeof address === 'object' ? address.port : 0}`);
});
