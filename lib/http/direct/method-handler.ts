import { errorResponse, toRefusal } from '#lib/http/api/reply.ts';
import type { RouteHandler } from '#lib/http/api/route.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { requestIdOf } from '#lib/platform/security/ids.ts';

/** Exports of a `route.ts`, by method. */
export type MethodHandlers = Readonly<Record<string, RouteHandler>>;

/**
 * Chooses the handler as Next does: HEAD is GET without a body, and a method without a handler gets
 * 405 as JSON.
 */
export function methodHandler(handlers: MethodHandlers, method: string): RouteHandler {
  const { [method]: handler, GET: get } = handlers;
  if (handler) return handler;
  if (method === 'HEAD' && get) {
    return async (request, context) => withoutBody(await get(request, context));
  }
  const allowedMethods = get ? [...Object.keys(handlers), 'HEAD'] : Object.keys(handlers);
  return async (request) => {
    const requestId = requestIdOf(request.headers.get('x-request-id'));
    const error = new AppError('method_not_allowed', {
      headers: { Allow: allowedMethods.join(', ') },
    });
    return errorResponse(toRefusal(error, requestId), requestId);
  };
}

/** Removes a response's body. Cancels it first, so that its file is closed. */
async function withoutBody(response: Response): Promise<Response> {
  await response.body?.cancel();
  return new Response(null, response);
}
