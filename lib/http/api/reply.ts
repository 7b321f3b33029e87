import type { ErrorReply } from '#lib/http/api/error-reply.ts';
import { errorMessages, limitedMessage } from '#lib/http/api/messages.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { refusalOfFault } from '#lib/platform/db/faults.ts';
import {
  AppError,
  type ErrorCode,
  errorStatus,
  findAppError,
} from '#lib/platform/operations/errors.ts';
import type { Endpoint } from '#lib/platform/operations/operation.ts';
import { log } from '#lib/platform/process/log.ts';
import { wholeResponse } from '#lib/platform/web/content.ts';
import { defaultHeaders } from '#lib/platform/web/headers.ts';

export type Refusal = {
  code: ErrorCode;
  status: number;
  message: string;
  error: AppError;
};

/**
 * Returns the refusal for a thrown error. Errors of the database become `unavailable`, other
 * unexpected ones `internal`. Both are logged.
 */
export function toRefusal(thrown: unknown, requestId: string, operation?: Endpoint): Refusal {
  const error =
    findAppError(thrown) ?? refusalOfFault(thrown) ?? new AppError('internal', { cause: thrown });
  const status = errorStatus[error.code];
  // A missing setting was logged at the start and is shown in health.
  const level = error.code === 'not_configured' ? 'warn' : 'error';
  if (status >= 500)
    log()[level]({
      requestId,
      op: operation && operationName(operation),
      code: error.code,
      err: error.detail.cause ?? error,
    });
  return {
    code: error.code,
    status,
    message: messageOf(error),
    error,
  };
}

function messageOf({ code, detail: { message, retryAfter } }: AppError): string {
  if (message) return message;
  return code === 'rate_limited' && retryAfter ? limitedMessage(retryAfter) : errorMessages[code];
}

/** Returns the operation's name in the log, the metrics and the error tracking. */
export function operationName({ method, path }: Endpoint): string {
  return `${method} ${path}`;
}

/** Returns the JSON of `errorReply`, with the headers of the refusal. */
export function errorResponse(refusal: Refusal, requestId: string): Response {
  const { fields } = refusal.error.detail;
  const body: ErrorReply = {
    success: false,
    error: refusal.code,
    message: refusal.message,
    ...(fields ? { fields } : {}),
    requestId,
  };
  const response = jsonResponse(body, refusal.status, requestId);
  for (const [name, value] of refusalHeaders(refusal)) response.headers.set(name, value);
  return response;
}

/** Default `Retry-After` in seconds during an outage. */
const RETRY_SECONDS = 10;

export function refusalHeaders({ error }: Refusal): [name: string, value: string][] {
  const { detail, code } = error;
  const { existing, limit, scheme } = detail;
  const { retryAfter = code === 'unavailable' ? RETRY_SECONDS : undefined } = detail;
  return Object.entries({
    ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
    ...(limit && {
      RateLimit: `"${limit.name}";r=0;t=${retryAfter}`,
      'RateLimit-Policy': `"${limit.name}";q=${limit.points};w=${limit.seconds}`,
    }),
    ...(existing && { Location: getEnv().appUrl + existing }),
    ...(scheme && { 'WWW-Authenticate': scheme }),
    ...detail.headers,
  });
}

/** Redirects to `location`. By default the browser then reads it with GET. */
export function redirectTo(
  location: string,
  { status = 303, headers = {} }: { status?: 302 | 303; headers?: HeadersInit } = {},
): Response {
  const response = new Response(null, { status, headers });
  response.headers.set('Location', location);
  return response;
}

/**
 * Adds the default headers that the response lacks. If Next added them, a handler could not replace
 * them.
 */
export function withDefaultHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(defaultHeaders())) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
  return response;
}

export function jsonResponse(body: unknown, status: number, requestId: string): Response {
  return wholeResponse(JSON.stringify(body), {
    status,
    headers: {
      ...defaultHeaders(),
      'Content-Type': 'application/json; charset=utf-8',
      'x-request-id': requestId,
    },
  });
}
