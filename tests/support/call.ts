import { errorReply } from '#lib/http/api/error-reply.ts';
import { apiOperations } from '#lib/http/api/operations.ts';
import { createFinder } from '#lib/http/api/paths.ts';
import { CLIENT_IP_HEADER } from '#lib/http/server/client-ip.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { type Method, routeOf } from '#tests/support/routes.ts';

type Handler = (
  request: Request,
  context: { params: Promise<Record<string, string>> },
) => Promise<Response>;

export type CallOptions = {
  method?: string;
  params?: Record<string, string>;
  headers?: Record<string, string>;
  /** Client's IP, as server.ts would have established it. */
  ip?: string;
  cookies?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string>;
  body?: BodyInit;
};

const find = createFinder(apiOperations);

/** Calls the API: the handler of its `route.ts`, with the parameters of the path. */
export async function api(path: string, options: Omit<CallOptions, 'params'> = {}) {
  const found = find(new URL(path, 'http://localhost').pathname);
  const handlers = await routeOf(found?.entry.path ?? '/api/[[...rest]]');
  const method = methodOf(options) as Method; // another method would find no handler
  return call(handlers[method], path, { ...options, ...(found && { params: found.params }) });
}

function methodOf({ method, json, form, body }: CallOptions): string {
  return method ?? (json === undefined && !form && body === undefined ? 'GET' : 'POST');
}

/** Calls a route handler as server.ts and Next would. */
export async function call(
  handler: Handler,
  path: string,
  options: CallOptions = {},
): Promise<Response> {
  const { params = {}, ip = '203.0.113.7', cookies, json, form } = options;
  const body =
    json !== undefined ? JSON.stringify(json) : form ? new URLSearchParams(form) : options.body;
  const headers = new Headers({ host: new URL(getEnv().appUrl).host, [CLIENT_IP_HEADER]: ip });
  if (json !== undefined) headers.set('content-type', 'application/json');
  if (form) headers.set('content-type', 'application/x-www-form-urlencoded');
  if (cookies) {
    const pairs = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
    headers.set('cookie', pairs.join('; '));
  }
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
  const method = methodOf(options);
  const request = new Request(`${getEnv().appUrl}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body, duplex: 'half' }),
  } as RequestInit);
  return closeBodyAfterTest(await handler(request, { params: Promise.resolve(params) }));
}

/** Returns `403 captcha_invalid` for a refusal of any operation. */
export async function refusalOf(response: Response | Promise<Response>): Promise<string> {
  const refused = await response;
  return `${refused.status} ${errorReply.parse(await refused.json()).error}`;
}

const openResponses = new Set<Response>();

/** Registers an answer, which the end of the test closes if it stays unread. */
export function closeBodyAfterTest(response: Response): Response {
  openResponses.add(response);
  return response;
}

/** Closes unread bodies as a server does when a client leaves, so that none holds a file open. */
export async function cancelUnreadBodies(): Promise<void> {
  const unread = [...openResponses].filter(
    ({ bodyUsed, body }) => !bodyUsed && body && !body.locked,
  );
  openResponses.clear();
  await Promise.all(unread.map(({ body }) => body?.cancel().catch(() => undefined)));
}

/** Returns the cookies that a response sets. A removed one is an empty text. */
export function cookiesOf(response: Response): Record<string, string> {
  return Object.fromEntries(
    response.headers.getSetCookie().map((line) => {
      const [pair = ''] = line.split(';', 1);
      const equals = pair.indexOf('=');
      return [pair.slice(0, equals), pair.slice(equals + 1)];
    }),
  );
}
