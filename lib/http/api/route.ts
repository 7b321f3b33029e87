import { switchPath } from '#lib/domain/accounts/companies/view.ts';
import { CONFIRM_IDENTITY_PAGE } from '#lib/domain/accounts/rules.ts';
import {
  errorResponse,
  jsonResponse,
  operationName,
  redirectTo,
  toRefusal,
  withDefaultHeaders,
} from '#lib/http/api/reply.ts';
import { contextOf, runOperation } from '#lib/http/api/run-operation.ts';
import { withNext } from '#lib/http/api/safe-next.ts';
import { replyWithFile } from '#lib/http/files/file-reply.ts';
import { etagOf, matchesEtag } from '#lib/http/files/ranges.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { findMetrics } from '#lib/platform/metrics/metrics.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { FileReply } from '#lib/platform/operations/files.ts';
import { HOLDER_FIELD } from '#lib/platform/operations/holder-field.ts';
import type { AnyOperation, Endpoint, RequestCtx } from '#lib/platform/operations/operation.ts';
import { log } from '#lib/platform/process/log.ts';
import { requestIdOf } from '#lib/platform/security/ids.ts';
import { readJson } from '#lib/platform/web/body.ts';
import { directBody } from '#lib/platform/web/content.ts';

/** If a path has no parameters, Next passes none. */
type NextContext = { params: Promise<Record<string, string | string[]> | undefined> };
export type RouteHandler = (request: Request, context: NextContext) => Promise<Response>;

/** Answers any method of an unknown path under `/api`. */
export async function notFound(request: Request): Promise<Response> {
  const requestId = requestIdOf(request.headers.get('x-request-id'));
  return errorResponse(toRefusal(new AppError('not_found'), requestId), requestId);
}

/** Makes the handler that a `route.ts` exports under the operation's method. */
export function route(operation: AnyOperation): RouteHandler {
  return async (request, { params }) => {
    const ctx = contextOf(request);
    let response: Response;
    try {
      const { caller, result } = await runOperation(operation, ctx, request, async () => ({
        params: (await params) ?? {},
        body:
          operation.kind === 'json' && operation.body
            ? await readJson(request, { isOptional: operation.bodyOptional })
            : null,
      }));
      response = await createResponse(operation, ctx, request, result);
      const text = directBody(response);
      if (operation.kind === 'json' && operation.alsoAnswers?.[304] && typeof text === 'string') {
        // The account is part of the tag, so that two accounts never have the same tag.
        const account = 'holderId' in caller ? caller.holderId : '';
        response = withETag(request, response, etagOf(`${account} ${text}`));
      }
    } catch (thrown) {
      response = await refuseRequest(operation, ctx, request, thrown);
    }
    logRequest(operation, ctx, response.status);
    return withDefaultHeaders(response);
  };
}

/**
 * Returns the page of this site that linked here, or else the operation's page with the same query.
 */
function pageBefore(request: Request, page: string): string {
  const [path = '', fragment] = page.split('#');
  const referrer = URL.parse(request.headers.get('referer') ?? '');
  const isOurs = referrer?.origin === new URL(getEnv().appUrl).origin;
  if (referrer && isOurs && referrer.pathname !== path) return referrer.pathname + referrer.search;
  return path + new URL(request.url).search + (fragment ? `#${fragment}` : '');
}

async function refuseRequest(
  operation: AnyOperation,
  ctx: RequestCtx,
  request: Request,
  thrown: unknown,
): Promise<Response> {
  const refusal = toRefusal(thrown, ctx.requestId, operation);
  const acceptsPage = request.headers.get('accept')?.includes('text/html');
  if (refusal.code === 'proof_required' && operation.page && acceptsPage) {
    const proofPath = withNext(CONFIRM_IDENTITY_PAGE, pageBefore(request, operation.page));
    return redirectTo(proofPath, { headers: { 'x-request-id': ctx.requestId } });
  }
  if (refusal.code === 'other_holder' && acceptsPage) {
    const holder = new URL(request.url).searchParams.get(HOLDER_FIELD) ?? '';
    return redirectTo(switchPath(holder), { headers: { 'x-request-id': ctx.requestId } });
  }
  const page = await operation.refusalPage?.(refusal, request);
  if (!page) {
    const response = errorResponse(refusal, ctx.requestId);
    // The client needs the cookie with the ticket for the second step.
    if (refusal.code === 'second_factor_required') applyHeaders(response, ctx);
    return response;
  }
  page.headers.set('x-request-id', ctx.requestId);
  return page;
}

/** Creates the response. Fields that are not in the reply schema are removed. */
async function createResponse(
  operation: AnyOperation,
  ctx: RequestCtx,
  request: Request,
  result: unknown,
): Promise<Response> {
  const response = await toResponse(operation, ctx, request, result);
  response.headers.set('x-request-id', ctx.requestId);
  applyHeaders(response, ctx);
  return response;
}

function toResponse(
  operation: AnyOperation,
  { requestId }: RequestCtx,
  request: Request,
  result: unknown,
): Promise<Response> | Response {
  if (result instanceof Response) return result;
  // The cast is safe, because `defineFile` types the handler's result.
  if (operation.kind === 'file') return replyWithFile(request, result as FileReply);
  const status = operation.status?.(result) ?? 200;
  if (status === 204) return new Response(null, { status });
  return jsonResponse(operation.reply.parse(result), status, requestId);
}

function applyHeaders({ headers }: Response, { response }: RequestCtx): void {
  if (response.age !== undefined) headers.set('Age', String(response.age));
  for (const [name, value] of response.headers) headers.append(name, value);
}

/** Returns the response with a strong `ETag`, or a 304 if the client has this version. */
function withETag(request: Request, response: Response, etag: string): Response {
  const { headers } = response;
  headers.set('ETag', etag);
  return matchesEtag(request.headers.get('if-none-match'), etag)
    ? new Response(null, { status: 304, headers })
    : response;
}

export function logRequest(operation: Endpoint, ctx: RequestCtx, status: number): void {
  const { requestId } = ctx;
  const ms = Math.round(performance.now() - ctx.startedAt);
  const op = operationName(operation);
  log().info({ requestId, op, status, ms }, 'request');
  findMetrics()?.countOperation(op, status, ms / 1000);
}
