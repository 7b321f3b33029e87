import * as apiRoute from '#app/api/[[...rest]]/route.ts';
import { ADDRESS_HEADER } from '#lib/http/client-address.ts';
import { getEnv } from '#lib/platform/env.ts';

type Handler = (
  request: Request,
  context: { params: Promise<Record<string, string>> },
) => Promise<Response>;

export type CallOptions = {
  method?: string;
  params?: Record<string, string>;
  headers?: Record<string, string>;
  /** Client address, as server.ts would have established it. */
  address?: string;
  cookies?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string>;
  body?: BodyInit;
};

/** Asks the API. */
export function api(path: string, options: Omit<CallOptions, 'params'> = {}): Promise<Response> {
  const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiRoute;
  const handlers: Record<string, Handler> = { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS };
  const handler = handlers[methodOf(options)];
  if (!handler) throw new Error('no such method');
  return call(handler, path, options);
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
  const { params = {}, address = '203.0.113.7', cookies, json, form } = options;
  const body =
    json !== undefined ? JSON.stringify(json) : form ? new URLSearchParams(form) : options.body;
  const headers = new Headers({ host: new URL(getEnv().appUrl).host, [ADDRESS_HEADER]: address });
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
  return handed(await handler(request, { params: Promise.resolve(params) }));
}

const given = new Set<Response>();

/** An answer that the end of the test closes when it stays unread. */
export function handed(response: Response): Response {
  given.add(response);
  return response;
}

/** As a server does when a client leaves: an unread body holds no file open. */
export async function leaveUnread(): Promise<void> {
  const unread = [...given].filter(({ bodyUsed, body }) => !bodyUsed && body && !body.locked);
  given.clear();
  await Promise.all(unread.map(({ body }) => body?.cancel().catch(() => undefined)));
}

/** The cookies that a response sets; a removed one is an empty text. */
export function cookiesOf(response: Response): Record<string, string> {
  return Object.fromEntries(
    response.headers.getSetCookie().map((line) => {
      const [pair = ''] = line.split(';', 1);
      const equals = pair.indexOf('=');
      return [pair.slice(0, equals), pair.slice(equals + 1)];
    }),
  );
}
