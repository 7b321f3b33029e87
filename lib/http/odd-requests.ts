import type { IncomingMessage, ServerResponse } from 'node:http';

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * What no browser sends and Next answers with a 500 or a redirect to anywhere. A method that nothing
 * here has is answered (true). A target that is no path of ours becomes the path it means (RFC 9112
 * 3.2.2 for `GET http://host/path`), or one that is not there.
 */
export function answerOddRequest(req: IncomingMessage, res: ServerResponse): boolean {
  // There are no Server Actions; Next would parse a body and log what it was told to look for.
  delete req.headers['next-action'];
  req.url = targetOf(req.url ?? '/');
  if (methods.has(req.method ?? '')) return false;
  res.writeHead(405, { Allow: [...methods].join(', '), 'Content-Length': '0' });
  res.end();
  return true;
}

const API_NOWHERE = '/api/_';
const NOWHERE = '/_';

function targetOf(url: string): string {
  const path = /^https?:\/\//i.test(url) ? pathOf(url) : url;
  if (!path.startsWith('/')) return NOWHERE;
  if (!path.includes('%') || isEncoded(path.split('?', 1)[0] ?? '')) return path;
  return path.startsWith('/api/') ? API_NOWHERE : NOWHERE;
}

function pathOf(url: string): string {
  if (!URL.canParse(url)) return NOWHERE;
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** Whether what stands behind each `%` is UTF-8. */
function isEncoded(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
