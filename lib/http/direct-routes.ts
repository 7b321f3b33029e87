import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { AppRouteModule } from 'next/dist/server/route-modules/app-route/module.js';
import { wholeBodyOf } from '#lib/http/reply.ts';
import { log } from '#lib/platform/log.ts';
import { writerOf } from '#lib/platform/storage/sending.ts';

type Params = Record<string, string>;
type RouteHandler = (request: Request, context: { params: Promise<Params> }) => Promise<Response>;
type Route = { segments: string[]; load: () => Promise<Record<string, RouteHandler>> };

/** Only what needs no decoding and no redirect: everything else keeps going through Next. */
const plainPath = /^\/api(?:\/[\w.~-]+)+$/;
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Answers requests to `/api` with the route modules that `next build` compiled, without Next's own
 * pipeline around them (caching, tracing, a second set of request objects), which costs more than
 * our handlers do. The returned function is false for what it leaves to Next.
 */
export function openDirectRoutes(root: string) {
  const find = routesOf(root);
  return (req: IncomingMessage, res: ServerResponse): boolean => {
    const { url = '/', method = 'GET' } = req;
    const [path = ''] = url.split('?', 1);
    if (!plainPath.test(path) || path.includes('/.') || !methods.has(method)) return false;
    const found = find(path);
    if (!found) return false;
    answer(found.route, found.params, req, res).catch((err: unknown) => {
      if (!res.destroyed) log().error({ err }, 'unhandled');
      res.destroy();
    });
    return true;
  };
}

/** Finds the route of a path as Next would: fixed segments win over parameters. */
function routesOf(root: string) {
  const manifest = join(root, '.next/app-path-routes-manifest.json');
  const paths: Record<string, string> = JSON.parse(readFileSync(manifest, 'utf8'));
  const fixed = new Map<string, Route>();
  const open: Route[] = [];
  let unknown: Route | null = null;
  for (const [file, path] of Object.entries(paths)) {
    if (!path.startsWith('/api/') || !file.endsWith('/route')) continue;
    const load = loader(join(root, '.next/server/app', `${file}.js`));
    const route = { segments: path.split('/'), load };
    if (path.includes('[...')) unknown = route;
    else if (path.includes('[')) open.push(route);
    else fixed.set(path, route);
  }
  open.sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  return (path: string): { route: Route; params: Params } | null => {
    const route = fixed.get(path);
    if (route) return { route, params: {} };
    const given = path.split('/');
    for (const candidate of open) {
      const params = paramsIn(candidate.segments, given);
      if (params) return { route: candidate, params };
    }
    return unknown && { route: unknown, params: {} };
  };
}

function rank({ segments }: Route): string {
  return segments.map((segment) => (segment.startsWith('[') ? '1' : '0')).join('');
}

function paramsIn(segments: string[], given: string[]): Params | null {
  if (segments.length !== given.length) return null;
  const params: Params = {};
  for (const [i, segment] of segments.entries()) {
    const value = given[i] ?? '';
    if (segment.startsWith('[')) params[segment.slice(1, -1)] = value;
    else if (segment !== value) return null;
  }
  return params;
}

/** A compiled module, loaded once: `userland` holds the exports of our `route.ts`. */
function loader(file: string): Route['load'] {
  let loaded: Promise<Record<string, RouteHandler>> | undefined;
  return () => {
    loaded ??= load(file);
    return loaded;
  };
}

async function load(file: string): Promise<Record<string, RouteHandler>> {
  const { routeModule }: AppRouteModule = await createRequire(file)(file);
  await routeModule.ensureUserland();
  // Next types what any app may export; every route of ours exports handlers of this shape.
  return routeModule.userland as unknown as Record<string, RouteHandler>;
}

async function answer(
  { load }: Route,
  params: Params,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const { method = 'GET' } = req;
  // The body is not handed over: handlers read the stream that `lendBody` lent.
  const request = new Request(`http://localhost${req.url}`, { method, headers: headersOf(req) });
  const handler = (await load())[method];
  if (!handler) throw new Error(`${method} is not exported`);
  await send(req, res, await handler(request, { params: Promise.resolve(params) }));
}

function headersOf(req: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    if (value !== undefined)
      headers.set(name, typeof value === 'string' ? value : value.join(', '));
  }
  return headers;
}

/** Smaller replies are not worth packing. */
const PACKED_FROM = 1024;
const gzipped = promisify(gzip);
/** `gzip;q=0` asks for anything but. */
const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;

/** What streams is sent as it is: files never change on their way, and it may pass `res` by. */
async function send(req: IncomingMessage, res: ServerResponse, response: Response): Promise<void> {
  res.statusCode = response.status;
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie') res.setHeader(name, value);
  }
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) res.setHeader('Set-Cookie', cookies);
  const body = wholeBodyOf(response);
  if (body === undefined) {
    const write = writerOf(res);
    for await (const piece of response.body ?? []) await write(piece);
    return void res.end();
  }
  if (body.length < PACKED_FROM) return void res.end(body);
  res.appendHeader('Vary', 'Accept-Encoding');
  if (!takesGzip.test(String(req.headers['accept-encoding'] ?? ''))) return void res.end(body);
  res.setHeader('Content-Encoding', 'gzip');
  res.end(await gzipped(body));
}
