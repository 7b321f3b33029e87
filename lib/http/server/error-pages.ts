import type { IncomingMessage, ServerResponse } from 'node:http';
import { statusSetBy } from '#lib/http/server/page-responses.ts';
import { type Serve, withoutScripts } from '#lib/http/server/scriptless-pages.ts';
import { log } from '#lib/platform/process/log.ts';

export type ErrorPages = Partial<Record<number, { body: string; policy: string }>>;

/** Addresses that draw these pages: one that matches nothing, and one of ours. */
const sources = { 404: '/_sin-pagina', 500: '/fallo' } as const;

/** Placeholder in a kept page, replaced by the id of the request. */
const REQUEST_ID = 'id-de-la-solicitud';

/**
 * Lets Next draw its error pages once, at the start, so that nothing of them can fail later. A page
 * that cannot be drawn is logged and stays Next's own.
 */
export async function drawErrorPages(next: Serve): Promise<ErrorPages> {
  const headers = { 'x-request-id': REQUEST_ID };
  const drawn = Object.entries(sources).map(async ([status, path]) => {
    const answeredBy = path === sources[404] ? 404 : 200;
    const page = await withoutScripts(next, path, new Map(), { headers, status: answeredBy });
    return [status, page] as const;
  });
  const pages: ErrorPages = {};
  for (const settled of await Promise.allSettled(drawn)) {
    if (settled.status === 'rejected')
      log().error({ err: settled.reason }, 'no error page of ours');
    else pages[Number(settled.value[0])] = settled.value[1];
  }
  return pages;
}

/**
 * Sends one of `pages` instead of Next's own of that status, which is empty until its script has
 * run. A page that chose this status itself is complete and stays.
 */
export function replaceEmptyPages(
  request: IncomingMessage,
  response: ServerResponse,
  pages: ErrorPages,
): void {
  let replaced = false;
  const requestId = String(request.headers['x-request-id']);
  // Node's methods are overloaded, so their arguments are passed on as they came.
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  const write = response.write.bind(response) as (...args: unknown[]) => boolean;
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
  const begin = () => {
    const { headersSent, statusCode } = response;
    if (!headersSent && pages[statusCode]) response.writeHead(statusCode);
  };
  response.writeHead = (...args: unknown[]) => {
    const status = typeof args[0] === 'number' ? args[0] : response.statusCode;
    const page = pages[status];
    if (!replaced && page && isPage(response) && statusSetBy(response) !== status) {
      replaced = true;
      for (const name of ['content-length', 'content-encoding', 'link', 'etag']) {
        response.removeHeader(name);
      }
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.setHeader('Cache-Control', 'no-store');
      response.setHeader('Content-Security-Policy', page.policy);
      setImmediate(() => end(page.body.replaceAll(REQUEST_ID, requestId)));
    }
    return writeHead(...args);
  };
  response.write = (...args: unknown[]) => {
    begin();
    return replaced || write(...args);
  };
  response.end = (...args: unknown[]) => {
    begin();
    return replaced ? response : end(...args);
  };
}

function isPage(response: ServerResponse): boolean {
  return !/json|x-component/.test(String(response.getHeader('content-type') ?? ''));
}
