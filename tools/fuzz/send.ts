import { randomUUID } from 'node:crypto';
import { mintCsrfToken } from '#lib/http/api/csrf.ts';
import { cookieNames } from '#lib/platform/operations/cookie-names.ts';
import type { AnyOperation } from '#lib/platform/operations/operation.ts';
import { now } from '#lib/platform/process/clock.ts';
import { call } from '#tests/support/call.ts';
import { type Method, routeOf } from '#tests/support/routes.ts';
import { disturb } from '#tools/fuzz/arbitraries.ts';
import { encodeBody, textOf, twisted } from '#tools/fuzz/bodies.ts';
import type { FuzzWorld } from '#tools/fuzz/place.ts';
import { type Live, recipes } from '#tools/fuzz/recipes.ts';
import type { FuzzRequest, Shape } from '#tools/fuzz/requests.ts';

export type Sent = {
  response: Response;
  method: Method;
  ms: number;
  live: Live;
  /** Sends the same request with HEAD. */
  head: () => Promise<Response>;
};

/** Creates what a request needs, and sends it. */
export async function send(
  op: AnyOperation,
  shape: Shape,
  request: FuzzRequest,
  place?: FuzzWorld,
): Promise<Sent> {
  const live = place && request.mode !== 'hostile' ? await (recipes[keyOf(op)]?.(place) ?? {}) : {};
  const { path, query, header, body } = partsOf(request, live);
  const { twist } = request;
  const method = twist?.kind === 'method' ? (twist.method as Method) : op.method;
  const csrf = op.csrf && request.genuine ? mintCsrfToken(now()) : '';
  if (csrf) delete query.csrfToken;
  const [declared = ''] = Object.keys(shape.requestBody?.content ?? {});
  const encoded = encodeBody(
    declared,
    csrf && isRecord(body) ? { ...body, csrfToken: csrf } : body,
  );
  const sent = twisted(encoded, twist);
  const search = searchOf(query, twist);
  const params = Object.fromEntries(Object.entries(path).map(([k, v]) => [k, textOf(v)]));
  const hasBody = sent.bytes !== null && method !== 'GET' && method !== 'HEAD';
  const headers = {
    ...(place &&
      cookieOf(op, request, place, { ...live.cookies, ...(csrf && { 'csrf-token': csrf }) })),
    ...headersOf(header),
    ...(csrf && { 'x-csrf-token': csrf }),
    ...(hasBody && sent.type !== null ? { 'content-type': sent.type } : {}),
    ...(live.sign && sent.bytes ? live.sign(sent.bytes.toString('utf8')) : {}),
    ...(twist?.kind === 'header' ? headersOf({ [twist.name]: twist.value }) : {}),
  };
  const handlers = await routeOf(op.path);
  const options = { method, params, headers, ...(hasBody ? { body: bodyInit(sent.bytes) } : {}) };
  const address = `${addressOf(op.path, params)}${search}`;
  const head = () => call(handlers.HEAD, address, { method: 'HEAD', params, headers });
  const start = performance.now();
  const response = await call(handlers[method], address, options);
  return { response, method, ms: performance.now() - start, live, head };
}

export const keyOf = (op: AnyOperation) => `${op.method} ${op.path}`;

type Parts = {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  header: Record<string, unknown>;
  body: unknown;
};

/** Replaces generated values by those that exist, and then applies the changes. */
function partsOf({ mode, values, changes }: FuzzRequest, live: Live): Parts {
  const parts: Parts = structuredClone({
    path: { ...values.path, ...live.path },
    query: defined({ ...values.query, ...live.query }),
    header: { ...values.header, ...live.header },
    body: withLive(values.body, live.body),
  });
  // The same key with other answers would rightly be a conflict.
  if ('idempotency-key' in parts.header && mode === 'valid') {
    parts.header['idempotency-key'] = randomUUID();
  }
  for (const change of changes) {
    const place = change.place === 'cookie' ? 'header' : change.place;
    if (place === 'body') parts.body = disturb(parts.body, change);
    else if (Object.keys(parts[place]).length > 0) {
      const fault = place === 'path' ? 'replace' : change.how; // A path needs all of its parts.
      parts[place] = disturb(parts[place], { ...change, how: fault }) as Record<string, unknown>;
    }
  }
  return parts;
}

function withLive(body: unknown, live: Live['body']): unknown {
  if (Buffer.isBuffer(live)) return live.toString('latin1');
  return live && isRecord(body) ? defined({ ...body, ...live }) : body;
}

function cookieOf(
  op: AnyOperation,
  { session, mode, values }: FuzzRequest,
  place: FuzzWorld,
  more: Record<string, string>,
): Record<string, string> {
  const right = op.auth === 'admin' ? place.admin : place.owner;
  const own = op.auth !== 'guest' ? right.cookies : mode === 'valid' ? {} : place.other.cookies;
  const wrong = `${cookieNames.session}=${encodeURIComponent(textOf(values.body)).slice(0, 60)}x`;
  const pairs = (cookies: Record<string, string>) =>
    Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
  const bySession: Record<FuzzRequest['session'], string[]> = {
    right: pairs({ ...own, ...more }),
    none: pairs({ ...more, [cookieNames.session]: '' }),
    malformed: [wrong, ...pairs({ ...more, [cookieNames.session]: 'x' })],
    expired: pairs({ ...more, ...place.expired }),
    other: pairs({ ...more, ...place.other.cookies }),
    lower: pairs({ ...more, ...place.other.cookies }),
    twice: [wrong, ...pairs({ ...own, ...more })],
  };
  const cookie = bySession[session].join('; ');
  return cookie ? { cookie } : {};
}

function addressOf(path: string, params: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? '') || '%20');
}

function searchOf(query: Record<string, unknown>, twist: FuzzRequest['twist']): string {
  const pairs = Object.entries(query).map(([name, value]) => [name, textOf(value)]);
  const [[first = 'a'] = []] = pairs;
  if (twist?.kind === 'repeat') pairs.push([first, twist.value]);
  if (twist?.kind === 'unknown') pairs.push([twist.name, textOf(twist.value)]);
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
}

/** Removes bytes that Node would refuse to send. */
function headersOf(header: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(header).map(([name, value]) => [
      name.replace(/[^\w-]/g, '') || 'x',
      textOf(value)
        .replace(/[^ -~]/g, '')
        .trim(),
    ]),
  );
}

function defined(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function bodyInit(bytes: Buffer | null): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes ?? []);
}
