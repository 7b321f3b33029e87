import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorResponse, refusalOf } from '#lib/http/reply.ts';
import { AppError } from '#lib/platform/errors.ts';
import { requestIdOf } from '#lib/platform/ids.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Next answers such requests with 500. True: refused here. We have no Server Actions. */
export function refuseOddRequest(req: IncomingMessage, res: ServerResponse): boolean {
  delete req.headers['next-action'];
  if (!methods.includes(req.method ?? '')) {
    void refuseMethod(req, res);
    return true;
  }
  req.url = servable(req.url ?? '');
  return false;
}

/** Of an absolute address, as proxies send it (RFC 9112, 3.2.2), the path counts. */
function servable(target: string): string {
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

async function refuseMethod(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const requestId = requestIdOf(String(req.headers['x-request-id'] ?? ''));
  const error = new AppError('method_not_allowed', { headers: { Allow: methods.join(', ') } });
  const reply = errorResponse(refusalOf(error, requestId), requestId);
  const body = await reply.text();
  res.writeHead(reply.status, Object.fromEntries(reply.headers));
  res.end(body);
}
