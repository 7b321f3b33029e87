import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state.js';
import { errorResponse, refusalOf } from '#lib/http/api/reply.ts';
import { isHost } from '#lib/http/server/client-address.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { requestIdOf } from '#lib/platform/security/ids.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Next uses these headers internally and with the router of its own pages. */
const internal =
  /^(rsc$|next-|x-next-|x-nextjs-|x-middleware-|x-invoke-|x-action-|x-prerender-|x-matched-path$|x-now-)/;

/** The router of a page may send these headers, with such values. */
const router: Record<string, RegExp> = {
  rsc: /^1$/,
  'next-router-state-tree': /./,
  'next-router-prefetch': /^[123]$/,
  'next-router-segment-prefetch': /^\/[\w$@!~+=()[\].%/-]*$/,
  'next-hmr-refresh': /^1$/,
  'next-url': /^\/[^\s]*$/,
};

/** Returns true if it refused what Next would answer with 500. We have no Server Actions. */
export function refuseOddRequest(req: IncomingMessage, res: ServerResponse): boolean {
  dropInternalHeaders(req);
  const refusal = refusalFor(req);
  if (refusal) void refuse(req, res, refusal);
  return refusal !== null;
}

/** Without these headers Next answers HTML, which a router that sent odd ones loads anew. */
function dropInternalHeaders(req: IncomingMessage): void {
  const isGenuine = isOfRouter(req);
  for (const name of Object.keys(req.headers)) {
    if (internal.test(name) && !(isGenuine && name in router)) delete req.headers[name];
  }
}

function isOfRouter({ method, headers }: IncomingMessage): boolean {
  if (headers.rsc === undefined || (method !== 'GET' && method !== 'HEAD')) return false;
  try {
    parseAndValidateFlightRouterState(headers['next-router-state-tree']);
    decodeURI(String(headers['next-url'] ?? ''));
  } catch {
    return false;
  }
  return Object.entries(router).every(([name, value]) => {
    const given = headers[name];
    return given === undefined || (typeof given === 'string' && value.test(given));
  });
}

/** Returns the path alone of an absolute address, as proxies send it (RFC 9112, 3.2.2). */
export function servable(target: string): string {
  if (!target.startsWith('/')) {
    if (!/^https?:\/\//i.test(target) || !URL.canParse(target)) return '/-';
    const { pathname, search } = new URL(target);
    return servable(pathname + search);
  }
  if (!target.includes('%')) return target;
  try {
    decodeURI(target.split('?', 1)[0] ?? '');
    return target;
  } catch {
    return target.startsWith('/api/') ? '/api/-' : '/-';
  }
}

function refusalFor({ method, headers, rawHeaders }: IncomingMessage): AppError | null {
  const hosts = rawHeaders.filter((text, n) => n % 2 === 0 && text.toLowerCase() === 'host');
  // Node takes the first host, and a proxy before it may take the last (RFC 9112, 3.2).
  if (hosts.length > 1 || !isHost(headers.host ?? 'none')) return new AppError('validation_failed');
  if (methods.includes(method ?? '')) return null;
  return new AppError('method_not_allowed', { headers: { Allow: methods.join(', ') } });
}

async function refuse(req: IncomingMessage, res: ServerResponse, error: AppError): Promise<void> {
  const requestId = requestIdOf(String(req.headers['x-request-id'] ?? ''));
  const reply = errorResponse(refusalOf(error, requestId), requestId);
  const body = await reply.text();
  res.writeHead(reply.status, Object.fromEntries(reply.headers));
  res.end(body);
}
