// Stands before Next, which answers these requests with 500 (docs/decisions/http-and-server.md).
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorResponse, toRefusal } from '#lib/http/api/reply.ts';
import { isHost } from '#lib/http/server/client-ip.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { requestIdOf } from '#lib/platform/security/ids.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Internal headers of Next and its client router. */
const internalHeaderPattern =
  /^(rsc$|next-|x-next-|x-nextjs-|x-middleware-|x-invoke-|x-action-|x-prerender-|x-matched-path$|x-now-)/;

/** Refuses requests that Next would answer with 500. Returns whether it refused this one. */
export function refuseMalformedRequest(req: IncomingMessage, res: ServerResponse): boolean {
  dropInternalHeaders(req);
  const refusal = refusalFor(req);
  if (refusal) void refuseOddRequest(req, res, refusal);
  return refusal !== null;
}

/**
 * Removes Next's headers, because wrong values in them make a page fail. Keeps `rsc: 1`, with which
 * `router.refresh()` requests the data of a whole page.
 */
function dropInternalHeaders({ method, headers }: IncomingMessage): void {
  const isRefresh = headers.rsc === '1' && (method === 'GET' || method === 'HEAD');
  for (const name of Object.keys(headers)) {
    if (internalHeaderPattern.test(name) && !(isRefresh && name === 'rsc')) delete headers[name];
  }
}

/**
 * Returns the path of a request's target, which may be an absolute URL of a proxy (RFC 9112,
 * 3.2.2). Paths that Next would answer with 500 become one that does not exist.
 */
export function pathOfTarget(target: string): string {
  if (!target.startsWith('/')) {
    if (!/^https?:\/\//i.test(target) || !URL.canParse(target)) return '/-';
    const { pathname, search } = new URL(target);
    return pathOfTarget(pathname + search);
  }
  // Next keeps pages of its own below such names, and answers their URLs with 500.
  if (/^\/_(?!next\/)/.test(target)) return '/-';
  if (!target.includes('%')) return target;
  try {
    decodeURI(target.split('?', 1)[0] ?? '');
    return target;
  } catch {
    return target.startsWith('/api/') ? '/api/-' : '/-';
  }
}

function refusalFor({ method, headers, rawHeaders }: IncomingMessage): AppError | null {
  const hosts = rawHeaders.filter(
    (text, index) => index % 2 === 0 && text.toLowerCase() === 'host',
  );
  // Node uses the first `Host`, and a proxy may use the last one (RFC 9112, 3.2).
  if (hosts.length > 1 || !isHost(headers.host ?? 'none')) return new AppError('validation_failed');
  if (methods.includes(method ?? '')) return null;
  return new AppError('method_not_allowed', { headers: { Allow: methods.join(', ') } });
}

async function refuseOddRequest(
  req: IncomingMessage,
  res: ServerResponse,
  error: AppError,
): Promise<void> {
  const requestId = requestIdOf(String(req.headers['x-request-id'] ?? ''));
  const response = errorResponse(toRefusal(error, requestId), requestId);
  const body = await response.text();
  res.writeHead(response.status, Object.fromEntries(response.headers));
  res.end(body);
}
